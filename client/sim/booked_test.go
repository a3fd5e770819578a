package sim_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// A reservation for maintenance is root's: others may not name it, and what is not there nobody may.
func TestReservationOfAJob(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{Profile: sim.Lab})
	if err := s.Reserve("repair", []string{"hcsdemo-cpunodeset-1"}, 10*time.Minute); err != nil {
		t.Fatal(err)
	}
	submit := func(user, reservation string) string {
		body := `{"script":"#!/bin/bash\ntrue\n","job":{"partition":"cpu","reservation":"` + reservation +
			`","current_working_directory":"/tmp","environment":["PATH=/bin"],"hold":true}}`
		return s.do("POST", "/slurm/v0.0.42/job/submit", body, "X-SLURM-USER-TOKEN", s.SlurmToken(user), "Content-Type", "application/json").body
	}
	for _, k := range []struct{ user, name, want string }{
		{"alice", "repair", `"error_number":2052`},
		{"alice", "nosuch", `"error_number":2053`},
		{"root", "repair,nosuch", `"error_number":2053`},
		{"root", "repair", `"job_id":`},
	} {
		if got := submit(k.user, k.name); !strings.Contains(strings.ReplaceAll(got, " ", ""), k.want) {
			t.Errorf("%s in %s: got %.300s, want %s", k.user, k.name, got, k.want)
		}
	}
}
