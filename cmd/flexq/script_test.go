package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is the program: in a script, `flexq` runs program.
func TestMain(m *testing.M) {
	testscript.Main(builder{m}, map[string]func(){"flexq": func() { os.Exit(program(patientWaits())) }})
}

// guard ends a test that waits for what never comes. It costs nothing when all is well, so that it is long enough for
// the slowest machine.
const guard = 3 * time.Minute

// patientWaits are those of the program in a script: on a busy machine, no wait ends before what it waits for has come.
// A script about the end of a wait makes that of a submit's checks short, with CHECK_WAIT in its environment;
// AGAIN_WAIT is that for a signal that comes once more.
func patientWaits() waits {
	w := waits{check: guard, test: guard, settle: guard, fresh: time.Hour, silence: guard, who: guard, save: guard, again: guard}
	if d, err := time.ParseDuration(os.Getenv("CHECK_WAIT")); err == nil {
		w.check = d
	}
	if d, err := time.ParseDuration(os.Getenv("AGAIN_WAIT")); err == nil {
		w.again = d
	}
	return w
}

// TestScripts runs testdata/script. Beside the usual commands of testscript there are:
//
//	code N flexq ARG...     run it; its exit code must be N
//	sim [KEY=VALUE...]      start a simulated platform and point FLEXQ_CONFIG at it (profile, user, jobs, direct)
//	as USER                 go on as another user of it
//	fault KEY=VALUE...      let something go wrong in it; `fault clear` ends all
//	advance DURATION        let simulated time pass
//	deny [WHAT...]          let the user lack access to compute, resource or slurm; without WHAT it has all
//	machine VERB NODE       kill, revive, fault, expire, reboot or delete the machine of a node
//	settings FILE           add the lines of a file to the config, in the table of the context
//	sent N METHOD PATH      so many Slurm requests of that method, with PATH in their path, have been carried out
//	await N METHOD PATH     wait until at least so many have been
//	met N                   wait until so many requests have met a fault
//	stop                    end it: nobody answers any more
//	raw STATUS FILE         start a server that answers everything with that status and file, and point the environment at it
//	bigfile FILE BYTES      write a batch script of that size
//	waitfor FILE [TEXT]     wait until the file exists, and holds the text
//	mode OCTAL FILE         the file has these permissions
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("TZ", "UTC")
			env.Setenv("GORACE", "atexit_sleep_ms=20") // of hundreds of programs; a second each is what it would be
			env.Values[benchKey{}] = &bench{t: env.T()}
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"deny": cmdDeny, "machine": cmdMachine, "settings": cmdSettings, "await": cmdAwait, "met": cmdMet,
			"code": cmdCode, "sim": cmdSim, "as": cmdAs, "fault": cmdFault, "advance": cmdAdvance, "sent": cmdSent, "stop": cmdStop,
			"raw": cmdRaw, "bigfile": cmdBigfile, "waitfor": cmdWaitfor, "mode": cmdMode,
		},
	})
}

func cmdCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func cmdBigfile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bigfile FILE BYTES")
	}
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	const head = "#!/bin/bash\n"
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(head+strings.Repeat("#", size-len(head)-1)+"\n"), 0o600))
}

// cmdWaitfor waits until another process has made a file, and written a text to it.
func cmdWaitfor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: waitfor FILE [TEXT]")
	}
	text := strings.Join(args[1:], "")
	deadline := time.Now().Add(guard)
	for {
		got, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && strings.Contains(string(got), text) {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("there is no %s with %q after %v: %s", args[0], text, guard, got)
		}
		<-time.After(10 * time.Millisecond)
	}
}

func cmdMode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mode OCTAL FILE")
	}
	want, err := strconv.ParseUint(args[0], 8, 32)
	ts.Check(err)
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if runtime.GOOS != "windows" && info.Mode().Perm() != os.FileMode(want) {
		ts.Fatalf("%s has mode %v", args[1], info.Mode().Perm())
	}
}
