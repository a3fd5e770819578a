package tui_test

import (
	"errors"
	"testing"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// s comes to choose, whatever form was left: what is typed then is searched for and not written into that form.
func TestSubmitKeyChooses(t *testing.T) {
	t.Parallel()
	for name, typed := range map[string]string{"unedited": "", "edited": "-precious"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, 100, 30)
			pick(s)
			if typed != "" {
				s.Type(typed)
			}
			s.Press("esc", "s")
			s.See("Submit a job from", "back to the form", "torchrun-flex, train"+typed)
			s.Type("mine")
			s.Press("enter")
			s.See("hostname")
			s.NotSee("trainmine", "-preciousmine")
		})
	}
}

// The form that was left is the first of what can be chosen, and its own key shows it at once.
func TestSubmitKeyLeadsBackToTheForm(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.Type("-precious")
	s.Press("esc", "s", "enter")
	s.See("train-precious")
	s.NotSee("Submit a job from")
	s.Type("2")
	s.See("train-precious2")
	s.Press("esc", "4")
	s.See("train-precious2")
	s.NotSee("Submit a job from")
}

// Whoever comes to choose and does not is back where they came from, not in the form.
func TestSubmitKeyDismissed(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.Type("-precious")
	s.Press("esc", "s")
	s.Type("min")
	s.Press("esc")
	s.NotSee("Submit a job from", "train-precious")
	s.See("4 Submit *")
	s.Press("4")
	s.See("train-precious")
	s.NotSee("Submit a job from")
	s.Press("ctrl+o")
	s.See("Submit a job from")
	s.Press("esc")
	s.See("train-precious")
}

// A file that cannot be a template is there to be seen, with why and what to do, and cannot be chosen.
func TestUnusableTemplates(t *testing.T) {
	t.Parallel()
	binary := fault.New(fault.Usage, "", "/home/me/blob.sbatch is a binary file")
	binary.Cure = "put a batch script there, or take it away"
	s := start(t, 100, 30, func(o *tui.Options, _ *cluster.Cluster) {
		o.Scripts = &cluster.Scripts{Unusable: map[string]error{
			"blob.sbatch": binary, "a\x1b[31mb.sbatch": errors.New("that cannot be the name of a template"),
		}}
	})
	s.Press("s")
	s.See("blob.sbatch", "is a binary file", "cannot be used", "a [31mb.sbatch", "that cannot be the name of a template")
	s.Type("blob")
	s.Press("enter")
	s.See("Not a template: blob.sbatch", "/home/me/blob.sbatch is a binary file", "put a batch script there, or take it away")
	s.Press("esc")
	s.See("Submit a job from", "blob.sbatch")
	s.Press("ctrl+u")
	s.Type("mine")
	s.Press("enter")
	s.See("hostname")
}
