package main

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func cmdDeny(ts *testscript.TestScript, neg bool, args []string) {
	access, err := accessWithout(args)
	ts.Check(err)
	if neg {
		ts.Fatalf("usage: deny [compute|resource|slurm...]")
	}
	simOf(ts).SetAccess(benchOf(ts).user, access.cluster, access.noCompute)
}

func cmdMachine(ts *testscript.TestScript, neg bool, args []string) {
	s := simOf(ts)
	verbs := map[string]func(string) error{
		"kill": s.KillNode, "revive": s.ReviveNode, "fault": s.FaultNode, "expire": s.ExpireLease, "reboot": s.RebootNode,
		"delete": s.DeleteMachine,
	}
	if neg || len(args) != 2 || verbs[args[0]] == nil {
		ts.Fatalf("usage: machine kill|revive|fault|expire|reboot|delete NODE")
	}
	ts.Check(verbs[args[0]](args[1]))
}

// cmdSettings puts lines right behind the heading of the context, so that they are its own, and tables at the end.
func cmdSettings(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: settings FILE")
	}
	path := ts.MkAbs("sim.toml")
	lines, tables, found := strings.Cut("\n"+ts.ReadFile(args[0]), "\n[")
	if found {
		tables = "\n[" + tables
	}
	const heading = "[contexts.sim]\n"
	text := strings.Replace(ts.ReadFile(path), heading, heading+lines+"\n", 1) + tables
	ts.Check(os.WriteFile(path, []byte(text), 0o600))
}

// cmdAwait waits until the platform has carried out so many Slurm requests.
func cmdAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: await N METHOD PATH")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	deadline := time.Now().Add(guard)
	for countSent(ts, args[1], args[2]) < want {
		if time.Now().After(deadline) {
			ts.Fatalf("no %d requests %s %s in %v", want, args[1], args[2], guard)
		}
		<-time.After(10 * time.Millisecond)
	}
}
