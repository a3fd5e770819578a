package main

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func slurmSays(number int, text string) error {
	f := fault.New(fault.Refused, "change node", text)
	f.Problems = []slurm.Problem{{Number: number, Error: text}}
	return f
}

// Each node has its own outcome; the worst is the command's, and what concerns all of them ends it.
func TestNodeChange(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		names   []string
		answers map[string]error
		want    []nodeChangeRow
		code    int
	}{
		"all": {
			names: []string{"a-[0-1]", "a-0"},
			want:  []nodeChangeRow{{node: "a-0", result: "accepted", state: "drained"}, {node: "a-1", result: "accepted", state: "mixed"}},
		},
		"one is refused and one is not there": {
			names: []string{"a-[0-2]"},
			answers: map[string]error{
				"a-0": slurmSays(numberNotAllowed, "Invalid user id"), "a-2": slurmSays(numberUnknownNode, "Invalid node name"),
			},
			want: []nodeChangeRow{
				{node: "a-0", result: "refused", message: "Invalid user id (Slurm's error 2010)", state: "drained"},
				{node: "a-1", result: "accepted", state: "mixed"},
				{node: "a-2", result: "not found", message: "Invalid node name (Slurm's error 2018)"},
			},
			code: exitRefused,
		},
		"nobody answers": {
			names:   []string{"a-[0-2]"},
			answers: map[string]error{"a-1": fault.New(fault.Unreachable, "", "no route")},
			want: []nodeChangeRow{
				{node: "a-0", result: "accepted", state: "drained"},
				{node: "a-1", result: "failed", message: "no route", state: "mixed"},
				{node: "a-2", result: "not sent"},
			},
			code: exitUnavailable,
		},
		"the answer is lost": {
			names:   []string{"a-0"},
			answers: map[string]error{"a-0": fault.New(fault.UnknownOutcome, "", "cut off")},
			want:    []nodeChangeRow{{node: "a-0", result: "outcome unknown", message: "cut off"}},
			code:    exitUnknownOutcome,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.api.node = func(node string, u slurm.NodeUpdate) error {
				if want := (slurm.NodeUpdate{State: slurm.OrderDrain, Reason: "why"}); u != want {
					t.Errorf("%s: got %+v", node, u)
				}
				return tt.answers[node]
			}
			s.api.nodes = func() (slurm.List[slurm.Node], error) {
				return slurm.List[slurm.Node]{Items: []slurm.Node{
					{Name: "a-0", State: slurm.ParseNodeState("IDLE", "DRAIN")}, {Name: "a-1", State: slurm.ParseNodeState("MIXED")},
				}}, nil
			}
			o := &nodeChangeOptions{update: slurm.NodeUpdate{State: slurm.OrderDrain, Reason: "why"}}
			names, err := nodeNames(tt.names)
			if err != nil {
				t.Fatal(err)
			}
			rows, _, err := o.each(context.Background(), s.api, names)
			rows = withStates(context.Background(), s.api, rows)
			if diff := cmp.Diff(tt.want, rows, cmp.AllowUnexported(nodeChangeRow{})); diff != "" {
				t.Error(diff)
			}
			if got := exitCode(err); got != tt.code {
				t.Errorf("code %d, want %d", got, tt.code)
			}
		})
	}
}

// A node that Slurm does not list is said to be none before anything is sent, and the others are changed all the same.
func TestNodeChangeLooksNodesUp(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		names  []string
		listed bool
		answer error
		sent   []string
		want   string
		code   int
	}{
		"none there": {names: []string{"nope"}, listed: true, want: "nope not found", code: exitNotFound},
		"some there": {names: []string{"nope", "a-0", "b"}, listed: true, sent: []string{"a-0"}, want: "nope not found a-0 accepted b not found", code: exitNotFound},
		"refused too": {
			names: []string{"nope", "a-0"}, listed: true, answer: slurmSays(numberNotAllowed, "Invalid user id"), sent: []string{"a-0"},
			want: "nope not found a-0 refused", code: exitRefused,
		},
		"no list": {names: []string{"nope"}, answer: slurmSays(numberUnknownNode, "Invalid node name"), sent: []string{"nope"}, want: "nope not found", code: exitNotFound},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			var sent []string
			s.api.node = func(node string, _ slurm.NodeUpdate) error {
				sent = append(sent, node)
				return tt.answer
			}
			s.api.nodes = func() (slurm.List[slurm.Node], error) {
				if !tt.listed {
					return slurm.List[slurm.Node]{}, fault.New(fault.Unavailable, "", "")
				}
				return slurm.List[slurm.Node]{Items: []slurm.Node{{Name: "a-0"}}}, nil
			}
			err := nodeChangeRun(t.Context(), &nodeChangeOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, now: s.now, names: tt.names,
				output: outputFlags{format: "node,result"}, update: slurm.NodeUpdate{State: slurm.OrderDrain, Reason: "why"},
			})
			if got := exitCode(err); got != tt.code {
				t.Errorf("code %d, want %d: %v", got, tt.code, err)
			}
			if got := strings.Join(strings.Fields(s.out.String())[2:], " "); got != tt.want {
				t.Errorf("printed %q, want %q", got, tt.want)
			}
			if diff := cmp.Diff(tt.sent, sent); diff != "" {
				t.Error(diff)
			}
		})
	}
}
