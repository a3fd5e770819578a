package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJobEnv(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ asked, want []string }{
		"nothing":    {nil, []string{"PATH=/usr/local/bin:/usr/bin:/bin"}},
		"more":       {[]string{"A=1", "B="}, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "A=1", "B="}},
		"own path":   {[]string{"PATH=/opt/bin"}, []string{"PATH=/opt/bin"}},
		"last wins":  {[]string{"A=1", "AB=2", "A=3"}, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "AB=2", "A=3"}},
		"not a name": {[]string{"A"}, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "A"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, jobEnv(tt.asked)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestExpandExport(t *testing.T) {
	t.Parallel()
	env := map[string]string{"HOME": "/home/alice", "LIST": "a,b", "SAYS": `it's`, "BOTH": `'"`}
	tests := map[string]struct {
		in   string
		want string
		code int
	}{
		"names":           {"--export=HOME,A=1", "--export=HOME=/home/alice,A=1", 0},
		"a comma":         {"--export=LIST", "--export=LIST='a,b'", 0},
		"a quote":         {"--export=SAYS", `--export=SAYS="it's"`, 0},
		"both quotes":     {"--export=BOTH", "", exitUsage},
		"not set":         {"--export=NOT", "", exitUsage},
		"words of sbatch": {"--export=none", "--export=none", 0},
		"a quoted list":   {"--export=A='x,HOME',HOME", "--export=A='x,HOME',HOME=/home/alice", 0},
		"another option":  {"--comment=HOME", "--comment=HOME", 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := expandExport([]string{tt.in}, func(name string) string { return env[name] })
			if exitCode(err) != tt.code {
				t.Fatalf("got %v", err)
			}
			if err == nil && got[0] != tt.want {
				t.Errorf("got %s, want %s", got[0], tt.want)
			}
		})
	}
}
