package main

import "testing"

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
