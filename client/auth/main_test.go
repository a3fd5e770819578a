package auth_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
)

// TestMain lets the test binary stand in for a token command: "helper MODE" is not a run of tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "helper" {
		os.Exit(helper(os.Args[2]))
	}
	os.Exit(m.Run())
}

// helper is a token command of many kinds.
func helper(mode string) int {
	switch mode {
	case "bare":
		fmt.Fprintln(os.Stdout, secret)
	case "slurm":
		fmt.Fprintln(os.Stdout, "SLURM_JWT="+jwt(time.Unix(1796001133, 0)))
	case "json":
		fmt.Fprintln(os.Stdout, `{"access_token":"`+secret+`","expiry":"2026-12-01T10:00:00Z","token_type":"Bearer"}`)
	case "gcloud":
		fmt.Fprintln(os.Stdout, `{"token":"`+secret+`","token_expiry":"2026-12-01T10:00:00Z"}`)
	case "expires_in":
		fmt.Fprintln(os.Stdout, `{"access_token":"`+secret+`","expires_in":3599}`)
	case "empty":
	case "chatter":
		fmt.Fprintln(os.Stdout, "Your token is:\n"+secret)
	case "flood":
		fmt.Fprint(os.Stdout, strings.Repeat("x", 1<<20))
	case "fail":
		fmt.Fprintln(os.Stdout, secret)
		fmt.Fprintln(os.Stderr, "\x1b[31mERROR:\x1b[0m no login for "+secret+"\nrun gcloud auth login")
		return 3
	case "child": // which outlives the command, and holds its output open
		child := exec.CommandContext(context.Background(), os.Args[0], "helper", "linger")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			return 98
		}
		fmt.Fprintln(os.Stdout, secret)
	case "child, fail":
		helper("child")
		return 3
	case "hang":
		timer := time.NewTimer(5 * time.Minute)
		<-timer.C
	case "linger":
		timer := time.NewTimer(10 * time.Second)
		<-timer.C
	default:
		return 99
	}
	return 0
}

// secret is the token that must never show.
const secret = "opaque-s3cr3t-t0ken"

func briefly(t *testing.T, err error) brief {
	t.Helper()
	f := fault.From(err)
	if f == nil {
		t.Fatalf("error is no fault: %T %v", err, err)
	}
	return brief{f.Kind, f.What, f.Cure}
}

// brief is what of a fault the tables compare.
type brief struct {
	Kind       fault.Kind
	What, Cure string
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
