package contract_test

import (
	"testing"
	"time"

	"flexq/client/sim"
	"flexq/client/slurm"
)

// The answer to a submit is cut at each of its bytes, and HTTP calls it whole: the job that is named is the one that was
// made, and each submit makes one.
func TestSubmitWhoseAnswerIsCutAtEachByte(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]sim.Form{"direct": 0, "structured": sim.FormStructured, "string": sim.FormString} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, url := serve(t, sim.Config{Profile: sim.Lab, Form: form, TokenLife: 1000 * time.Hour, MinJobAge: 1000 * time.Hour})
			for range 11 { // ids of two digits, of which the first alone is another job's
				cutSubmit(t, s, url, name == "direct", sim.Fault{Path: "/nosuch"})
			}
			const most = 2000
			for at := range most {
				fault := sim.Fault{Method: "POST", Path: "/job/submit", Count: 1, CutWhole: true, CutAfter: at}
				if at == 0 {
					fault.CutAfter = -1
				}
				if !cutSubmit(t, s, url, name == "direct", fault) {
					if at < 100 {
						t.Errorf("the answer has %d bytes", at)
					}
					return
				}
			}
			t.Errorf("the answer has more than %d bytes", most)
		})
	}
}

// cutSubmit submits a job whose answer meets a fault, and checks what is said of it. It reports whether the fault cut it.
func cutSubmit(t *testing.T, s *sim.Sim, url string, direct bool, f sim.Fault) bool {
	t.Helper()
	s.Faults().Clear()
	s.Faults().Add(f)
	before := sent(s)
	got, err := clientOf(t, s, url, direct).Submit(t.Context(), slurm.Submission{
		Name: "cut", Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 1\n",
	})
	s.Faults().Clear()
	if err != nil {
		t.Fatalf("cut behind %d bytes: %v", f.CutAfter, err)
	}
	if posts := sent(s) - before; posts != 1 {
		t.Fatalf("cut behind %d bytes: sent %d times", f.CutAfter, posts)
	}
	detail, err := clientOf(t, s, url, direct).Job(t.Context(), slurm.Ref{Job: got.ID, Het: -1})
	if err != nil || len(detail.Jobs) != 1 || detail.Jobs[0].Comment != got.Key {
		t.Fatalf("cut behind %d bytes: job %d has not the key %s: %v", f.CutAfter, got.ID, got.Key, err)
	}
	return got.Note != ""
}
