package sim_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// TestDataVersions checks the keys in which the data versions differ.
func TestDataVersions(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{DataVersions: []string{"v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43"}})
	s.direct("alice", "POST", submitPath, sleeper)
	s.Advance(3 * time.Second)
	type row struct{ path, key, in string }
	for _, k := range []row{
		{"/slurm/V/ping/", "pings.responding", "42 43"},
		{"/slurm/V/ping/", "pings.pinged", "40 41 42 43"},
		{"/slurm/V/jobs/", "jobs.oversubscribe", "40 41"},
		{"/slurm/V/jobs/", "jobs.show_flags", "40 41"},
		{"/slurm/V/jobs/", "jobs.priority_by_partition", "42 43"},
		{"/slurm/V/jobs/", "jobs.required_switches", "42 43"},
		{"/slurm/V/jobs/", "jobs.stdout_expanded", "43"},
		{"/slurm/V/jobs/", "jobs.segment_size", "43"},
		{"/slurm/V/jobs/", "jobs.job_resources.allocated_nodes", "40"},
		{"/slurm/V/jobs/", "jobs.job_resources.threads_per_core", "41 42 43"},
		{"/slurm/V/nodes/", "nodes.gpu_spec", "41 42 43"},
		{"/slurm/V/partitions/", "partitions.select_type", "41 42 43"},
		{"/slurm/V/diag/", "statistics.pending_rpcs", "41 42 43"},
		{"/slurmdb/V/jobs/", "jobs.stdout_expanded", "41 42 43"},
		{"/slurmdb/V/jobs/", "jobs.restart_cnt", "42 43"},
		{"/slurmdb/V/jobs/", "jobs.time.planned", "41 42 43"},
		{"/slurmdb/V/associations/", "associations.id.account", "40"},
	} {
		for _, v := range []string{"40", "41", "42", "43"} {
			r := s.direct("alice", "GET", strings.Replace(k.path, "V", "v0.0."+v, 1), "")
			if r.status != 200 || !strings.Contains(r.body, `"data_parser":"data_parser/v0.0.`+v+`"`) {
				t.Fatalf("%s in %s: %d", k.path, v, r.status)
			}
			_, found := look(r.at(strings.Split(k.key, ".")[0]), strings.Split(k.key, ".")[1:])
			if want := strings.Contains(k.in, v); found != want {
				t.Errorf("%s in v0.0.%s: %v, want %v", k.key, v, found, want)
			}
		}
	}
	for v, want := range map[string]bool{"40": true, "41": true, "42": false, "43": false} {
		r := s.direct("alice", "POST", "/slurm/v0.0."+v+"/job/submit", sleeper)
		if has := r.at("result", "job_id") != nil; has != want || r.at("job_id") == nil {
			t.Errorf("submit in v0.0.%s: %s", v, r.body)
		}
	}
	if _, err := sim.New(sim.Config{DataVersions: []string{"v0.0.39"}}); err == nil {
		t.Error("v0.0.39 is taken")
	}
}

// look finds a key in a value, or in the first item of a list.
func look(v any, path []string) (any, bool) {
	if len(path) == 0 {
		return v, true
	}
	if list, ok := v.([]any); ok {
		if len(list) == 0 {
			return nil, false
		}
		return look(list[0], path)
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, false
	}
	inner, ok := m[path[0]]
	if !ok {
		return nil, false
	}
	return look(inner, path[1:])
}

// TestAssociationKeys compares one association; the recorded list is cut off.
func TestAssociationKeys(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	r := s.direct("alice", "GET", "/slurmdb/v0.0.42/associations/", "")
	list, _ := r.at("associations").([]any)
	if len(list) != 7 {
		t.Errorf("%d associations, want one for each account and user", len(list))
	}
	for _, rec := range records(t) {
		if rec.Name != "db-associations" {
			continue
		}
		want, _ := look(rec.Answer, []string{"associations"})
		if all, ok := want.([]any); ok && len(all) > 0 {
			want = all[0]
		}
		d := &differ{exempt: []string{"is_default", "lineage", "parent_account", "user", "account"}}
		d.compare("", want, list[0])
		for _, line := range d.lines {
			t.Error(line)
		}
	}
}

// TestBusy lets readers and writers meet on a demo whose clock runs.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Profile: sim.Demo, Jobs: 400, Nodes: 16})
	done := make(chan struct{})
	for _, path := range []string{"/slurm/v0.0.42/jobs/", "/slurm/v0.0.43/jobs/?flags=ALL", "/slurm/v0.0.42/nodes/", "/slurmdb/v0.0.42/jobs/", "/slurm/v0.0.42/jobs/state/"} {
		go func() {
			defer func() { done <- struct{}{} }()
			for range 4 {
				r := s.direct("alice", "GET", path, "")
				if r.status != 200 || r.at("meta") == nil {
					t.Errorf("%s: %d, %v", path, r.status, r.err)
				}
			}
		}()
	}
	for range 20 {
		s.Advance(97 * time.Second)
		s.direct("alice", "POST", submitPath, sleeper)
	}
	for range 5 {
		<-done
	}
	get := s.do("GET", clusters+"/demo", "", "Authorization", "Bearer "+s.AccessToken("alice"))
	if get.status != 200 || get.at("clusterStatus", "nodesStatus") == nil {
		t.Errorf("%d %.200s", get.status, get.body)
	}
}
