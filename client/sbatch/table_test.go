package sbatch_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/wire"
)

// rows holds for every option that is sent what goes into the request for a value, as it was compared with what sbatch
// 24.11 makes of the same line: the job description without its environment.
func rows() map[string]struct{ line, want string } {
	return map[string]struct{ line, want string }{
		"account":             {"-A ml", `"account":"ml"`},
		"acctg-freq":          {"--acctg-freq=task=30", `"account_gather_frequency":"task=30"`},
		"array":               {"-a 0-9%2", `"array":"0-9%2"`},
		"batch":               {"--batch=big", `"batch_features":"big"`},
		"bb":                  {"--bb=capacity=1G", `"burst_buffer":"capacity=1G"`},
		"begin":               {"-b 2027-01-02", `"begin_time":{"number":1798848000,"set":true}`},
		"chdir":               {"-D /work", `"current_working_directory":"/work"`},
		"cluster-constraint":  {"--cluster-constraint=x", `"cluster_constraint":"x"`},
		"comment":             {"--comment=c", `"comment":"c"`},
		"constraint":          {"-C flexstart", `"constraints":"flexstart"`},
		"container":           {"--container=/x", `"container":"/x"`},
		"container-id":        {"--container-id=y", `"container_id":"y"`},
		"context":             {"--context=x", `"selinux_context":"x"`},
		"contiguous":          {"--contiguous", `"contiguous":true`},
		"core-spec":           {"-S 2", `"core_specification":2`},
		"cpu-freq":            {"--cpu-freq=low-high:performance", `"cpu_frequency":"low-high:performance"`},
		"cpus-per-gpu":        {"--cpus-per-gpu=4 -G 1", `"cpus_per_tres":"gres/gpu:4","tres_per_job":"gres/gpu:1"`},
		"cpus-per-task":       {"-c 4", `"cpus_per_task":4,"flags":["EXACT_CPU_COUNT_REQUESTED"],"tres_per_task":"cpu=4"`},
		"deadline":            {"--deadline=2027-01-02", `"deadline":1798848000`},
		"delay-boot":          {"--delay-boot=5", `"delay_boot":300`},
		"dependency":          {"-d afterok:5", `"dependency":"afterok:5"`},
		"distribution":        {"-m plane=4,Pack", `"distribution":"plane=4,pack","distribution_plane_size":4`},
		"error":               {"-e e", `"standard_error":"e"`},
		"exclude":             {"-x n1", `"excluded_nodes":["n1"]`},
		"exclusive":           {"--exclusive", `"shared":["none"]`},
		"export":              {"--export=A=1", ``},
		"export-file":         {"--export-file=env", ``},
		"extra":               {"--extra=e", `"extra":"e"`},
		"extra-node-info":     {"-B 2:*:1", `"sockets_per_node":2,"tasks":2,"threads_per_core":1`},
		"get-user-env":        {"--get-user-env", ``},
		"gpu-bind":            {"--gpu-bind=closest", `"tres_bind":"gres/gpu:closest"`},
		"gpu-freq":            {"--gpu-freq=low", `"tres_freq":"gpu:low"`},
		"gpus":                {"-G 8", `"tres_per_job":"gres/gpu:8"`},
		"gpus-per-node":       {"--gpus-per-node=8", `"tres_per_node":"gres/gpu:8"`},
		"gpus-per-socket":     {"--gpus-per-socket=4 --sockets-per-node=2", `"sockets_per_node":2,"tres_per_socket":"gres/gpu:4"`},
		"gpus-per-task":       {"--gpus-per-task=1 -n 2", `"tasks":2,"tres_bind":"gres/gpu:per_task:1","tres_per_task":"gres/gpu=1"`},
		"gres":                {"--gres=gpu:8", `"tres_per_node":"gres/gpu:8"`},
		"gres-flags":          {"--gres-flags=enforce-binding", `"flags":["GRES_BINDING_ENFORCED"]`},
		"hint":                {"--hint=nomultithread", `"threads_per_core":1`},
		"hold":                {"-H", `"hold":true`},
		"input":               {"-i i", `"standard_input":"i"`},
		"job-name":            {"-J j", `"name":"j"`},
		"kill-on-invalid-dep": {"--kill-on-invalid-dep=yes", `"flags":["KILL_INVALID_DEPENDENCY"]`},
		"licenses":            {"-L solver:1", `"licenses":"solver:1"`},
		"mail-type":           {"--mail-type=END", `"mail_type":["END"]`},
		"mail-user":           {"--mail-user=a@b", `"mail_user":"a@b"`},
		"mcs-label":           {"--mcs-label=m", `"mcs_label":"m"`},
		"mem":                 {"--mem=1G", `"memory_per_node":{"number":1024,"set":true}`},
		"mem-bind":            {"--mem-bind=v,map_mem:0,1", `"memory_binding":"0,1","memory_binding_type":["VERBOSE","MAP"]`},
		"mem-per-cpu":         {"--mem-per-cpu=1G", `"memory_per_cpu":{"number":1024,"set":true}`},
		"mem-per-gpu":         {"--mem-per-gpu=1G -G 1", `"memory_per_tres":"gres/gpu:1024","tres_per_job":"gres/gpu:1"`},
		"mincpus":             {"--mincpus=4", `"minimum_cpus_per_node":4`},
		"network":             {"--network=n", `"network":"n"`},
		"nice":                {"--nice", `"nice":100`},
		"no-kill":             {"-k", `"kill_on_node_fail":false`},
		"no-requeue":          {"--no-requeue", `"requeue":false`},
		"nodefile":            {"-F nodes", `"required_nodes":["n1,n2"]`},
		"nodelist":            {"-w n1", `"required_nodes":["n1"]`},
		"nodes":               {"-N 2", `"nodes":"2"`},
		"ntasks":              {"-n 4", `"tasks":4`},
		"ntasks-per-core":     {"--ntasks-per-core=2", `"tasks_per_core":2`},
		"ntasks-per-gpu":      {"--ntasks-per-gpu=2 -n 4", `"ntasks_per_tres":2,"tasks":4`},
		"ntasks-per-node":     {"--ntasks-per-node=2", `"tasks_per_node":2`},
		"ntasks-per-socket":   {"--ntasks-per-socket=2", `"tasks_per_socket":2`},
		"ntasks-per-tres":     {"--ntasks-per-tres=2 -n 4", `"ntasks_per_tres":2,"tasks":4`},
		"oom-kill-step":       {"--oom-kill-step=0", `"oom_kill_step":0`},
		"open-mode":           {"--open-mode=append", `"open_mode":["APPEND"]`},
		"output":              {"-o o", `"standard_output":"o"`},
		"overcommit":          {"-O", `"minimum_cpus":1,"overcommit":true`},
		"oversubscribe":       {"-s", `"shared":["oversubscribe"]`},
		"partition":           {"-p a3u", `"partition":"a3u"`},
		"prefer":              {"--prefer=x", `"prefer":"x"`},
		"priority":            {"--priority=5", `"priority":{"number":5,"set":true}`},
		"profile":             {"--profile=task,energy", `"profile":["TASK","ENERGY"]`},
		"qos":                 {"-q high", `"qos":"high"`},
		"reboot":              {"--reboot", `"reboot":true`},
		"requeue":             {"--requeue", `"requeue":true`},
		"reservation":         {"--reservation=r", `"reservation":"r"`},
		"segment":             {"--segment=2", `"segment_size":{"number":2,"set":true}`},
		"signal":              {"--signal=B:USR1@60", `"kill_warning_delay":{"number":60,"set":true},"kill_warning_flags":["BATCH_JOB"],"kill_warning_signal":"10"`},
		"sockets-per-node":    {"--sockets-per-node=2", `"sockets_per_node":2`},
		"spread-job":          {"--spread-job", `"flags":["SPREAD_JOB"]`},
		"stepmgr":             {"--stepmgr", `"flags":["STEPMGR_ENABLED"]`},
		"switches":            {"--switches=1@10", `"required_switches":{"number":1,"set":true},"wait_for_switch":600`},
		"thread-spec":         {"--thread-spec=2", `"thread_specification":2`},
		"threads-per-core":    {"--threads-per-core=1", `"threads_per_core":1`},
		"time":                {"-t 1-12", `"time_limit":{"number":2160,"set":true}`},
		"time-min":            {"--time-min=30", `"time_minimum":{"number":30,"set":true}`},
		"tmp":                 {"--tmp=1G", `"temporary_disk_per_node":1024`},
		"tres-bind":           {"--tres-bind=gres/gpu:closest", `"tres_bind":"gres/gpu:closest"`},
		"tres-per-task":       {"--tres-per-task=license/x=1", `"tres_per_task":"license/x=1"`},
		"use-min-nodes":       {"--use-min-nodes", `"flags":["PREFER_MINIMUM_NODE_COUNT"]`},
		"wait-all-nodes":      {"--wait-all-nodes=1", `"wait_all_nodes":true`},
		"wckey":               {"--wckey=w", `"wckey":"w"`},
	}
}

func files(name string) ([]byte, error) {
	text, ok := map[string]string{"nodes": "n1 # the first\n\nn2,\n", "env": "A=1\x00B=two words\x00", "bad": "A=1\x00B", "slurm": "SLURM_X=1", "empty": "# none\n"}[name]
	if !ok {
		return nil, errors.New(name + ": no such file")
	}
	return []byte(text), nil
}

// TestRows wants an example of every option that is sent, the request that it makes, and its fields in the table.
func TestRows(t *testing.T) {
	t.Parallel()
	examples, sent := rows(), 0
	for _, row := range sbatch.Table() {
		example, ok := examples[row.Name]
		if (row.Class == sbatch.Sent) != ok {
			t.Errorf("%s is %s, with an example: %v", row.Name, row.Class, ok)
		}
		if !ok {
			continue
		}
		sent++
		r := sbatch.Read(script(example.line), sbatch.Options{Now: now(), ReadFile: files})
		if len(r.Problems) > 0 {
			t.Errorf("%s: %v", example.line, texts(r.Problems))
			continue
		}
		body, err := wire.EncodeSubmit(r.Job)
		if err != nil {
			t.Errorf("%s: %v", example.line, err)
			continue
		}
		var whole struct {
			Job map[string]any `json:"job"`
		}
		if err := json.Unmarshal(body, &whole); err != nil {
			t.Fatal(err)
		}
		delete(whole.Job, "environment")
		got, err := json.Marshal(whole.Job)
		if err != nil || string(got) != "{"+example.want+"}" {
			t.Errorf("%s gives %s, %v, want {%s}", example.line, got, err, example.want)
		}
		for field := range whole.Job {
			beside := field == "tasks" || field == "tres_per_job" || field == "minimum_cpus"
			if !slices.Contains(row.Fields, field) && !beside && !strings.Contains(example.line, "--sockets") { // beside it, or worked out from it
				t.Errorf("%s sets %s, which the table does not say: %v", example.line, field, row.Fields)
			}
		}
		if slices.Contains(row.Fields, "environment") != (example.want == "") {
			t.Errorf("%s: fields %v", example.line, row.Fields)
		}
	}
	if sent != len(examples) || sent < 90 {
		t.Errorf("%d rows are sent, %d examples", sent, len(examples))
	}
}

// TestRowsInOpenAPI wants each field of the table in the REST interface from the version on that the table names.
func TestRowsInOpenAPI(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/job_fields.tsv")
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); len(cells) == 4 {
			fields[cells[0]] = cells[1:]
		}
	}
	versions := []string{"v0.0.40", "v0.0.41", "v0.0.42"}
	for _, row := range sbatch.Table() {
		if row.Class == sbatch.Sent && len(row.Fields) == 0 {
			t.Errorf("%s has no field", row.Name)
		}
		for _, field := range row.Fields {
			in, ok := fields[field]
			if !ok {
				t.Errorf("%s: the REST interface has no field %s", row.Name, field)
				continue
			}
			for i, v := range versions {
				if (row.Since == "" || v >= row.Since) && in[i] == "-" {
					t.Errorf("%s: %s has no field %s", row.Name, v, field)
				}
			}
		}
	}
	for _, word := range []string{"STEPMGR_ENABLED", "SPREAD_JOB", "PREFER_MINIMUM_NODE_COUNT", "GRES_BINDING_DISABLED", "NO_KILL_INVALID_DEPENDENCY"} {
		if !strings.Contains(fields["flags"][2], word) {
			t.Errorf("no flag %s", word)
		}
	}
}

// TestTableIsWhole compares the names with what sbatch --autocomplete prints, and that each is said to be something.
func TestTableIsWhole(t *testing.T) {
	t.Parallel()
	want := strings.Fields(`account acctg-freq array autocomplete batch begin bb bbf cluster-constraint chdir cluster clusters comment
		container container-id context contiguous constraint core-spec cores-per-socket cpu-freq cpus-per-gpu cpus-per-task deadline
		delay-boot dependency distribution error exclude exclusive export export-file extra extra-node-info get-user-env gid gpu-bind
		gpu-freq gpus gpus-per-node gpus-per-socket gpus-per-task gres gres-flags help hint hold ignore-pbs input job-name
		kill-on-invalid-dep licenses mail-type mail-user mcs-label mem mem-bind mem-per-cpu mem-per-gpu mincpus network nice no-kill
		no-requeue nodefile nodelist nodes ntasks ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket ntasks-per-tres
		oom-kill-step open-mode output overcommit oversubscribe parsable partition prefer priority profile propagate qos quiet reboot
		requeue reservation resv-ports segment signal sockets-per-node spread-job stepmgr switches test-only thread-spec
		threads-per-core time time-min tmp tres-bind tres-per-task uid usage use-min-nodes verbose version wait wait-all-nodes wckey wrap`)
	var got []string
	shorts := ""
	for _, row := range sbatch.Table() {
		got = append(got, row.Name)
		shorts += row.Short
		if row.Words == "" || row.Class.String() == "" {
			t.Errorf("nothing is said of %s", row.Name)
		}
		if row.Class != sbatch.Sent && len(row.Fields) > 0 {
			t.Errorf("%s is not sent, and has fields %v", row.Name, row.Fields)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	letters := strings.Split(shorts, "")
	slices.Sort(letters)
	if all := strings.Join(letters, ""); all != "ABCDFGHJLMNOQSVWabcdehikmnopqstvwx" {
		t.Errorf("short options %s", all)
	}
}

// TestRefusedRows wants an error with line and cure for every option that cannot be sent.
func TestRefusedRows(t *testing.T) {
	t.Parallel()
	refused := 0
	for _, row := range sbatch.Table() {
		if row.Class != sbatch.Refused {
			continue
		}
		refused++
		line := "--" + row.Name
		if row.Value != "" {
			line += "=1"
		}
		_, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		if len(problems) != 1 || problems[0].Level != sbatch.Error || problems[0].Line != 2 || problems[0].Cure == "" {
			t.Errorf("%s: %v", line, texts(problems))
		}
	}
	if refused != 11 {
		t.Errorf("%d are refused", refused)
	}
}
