package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/config"
)

func TestJobDefaults(t *testing.T) {
	t.Parallel()
	file, err := config.Parse("c.toml", []byte(target+`work_dir = '/home/{user}'
account = '{user}_ml'
partition = 'a3u,flex'
qos = 'high'
env = ['HF_HOME=/scratch/{user}', 'TOKEN', 'EMPTY=', "LIST=a,b 'c'"]
[contexts.b]
url = 'http://127.0.0.1:1'
`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := file.Resolve(config.Flags{"context": "a"}, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	want := []any{"/home/{user}", "{user}_ml", "a3u,flex", "high", []string{"HF_HOME=/scratch/{user}", "TOKEN", "EMPTY=", "LIST=a,b 'c'"}}
	if diff := cmp.Diff(want, []any{s.WorkDir, s.Account, s.Partition, s.QOS, s.Env}); diff != "" {
		t.Error(diff)
	}
	rows := map[string]string{
		"work_dir": "/home/{user} from c.toml:6", "account": "{user}_ml from c.toml:7", "partition": "a3u,flex from c.toml:8",
		"qos": "high from c.toml:9", "env": "HF_HOME TOKEN EMPTY LIST from c.toml:10",
	}
	if diff := cmp.Diff(rows, origins(s, "work_dir", "account", "partition", "qos", "env")); diff != "" {
		t.Error(diff)
	}
	other, err := file.Resolve(config.Flags{"context": "b"}, func(string) string { return "" })
	if err != nil || other.Account != "" || other.Env != nil || other.Row("env").Origin.Kind != config.FromDefault {
		t.Errorf("another context has %q, %q, %v", other.Account, other.Env, err)
	}
}

func TestJobDefaultsRefused(t *testing.T) {
	t.Parallel()
	const (
		mark  = "{user} stands for your name on the cluster"
		entry = "use NAME=value, or NAME for the value that it has where flexq runs"
	)
	tests := map[string]struct{ text, want string }{
		"another mark": {
			"work_dir = '/home/{name}'", `work_dir: "/home/{name}" has {name} in it, which stands for nothing | ` + mark,
		},
		"a mark of an account": {"account = '{USER}'", `account: "{USER}" has {USER} in it, which stands for nothing | ` + mark},
		"a mark alone":         {"work_dir = '{user}'", `work_dir: "{user}" is not an absolute path | it is a directory on the cluster and begins with '/'`},
		"blanks":               {"partition = 'a b'", `partition: "a b" is not a name | use the name that Slurm knows, without blanks`},
		"no name":              {"env = ['=secret']", "env: has an entry that begins with no name of a variable | " + entry},
		"no name, a value":     {"env = ['my secret']", "env: has an entry that begins with no name of a variable | " + entry},
		"Slurm's own": {
			"env = ['SLURM_NTASKS=1']", "env: SLURM_NTASKS is a variable of Slurm's own, and is not sent | remove it; options of sbatch say what it would",
		},
		"twice": {"env = ['A=secret', 'A']", "env: A stands twice in the list | remove one"},
		"NUL":   {`env = ["A=se\u0000cret"]`, "env: the value of A has a NUL in it | no variable can hold one"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Parse("c.toml", []byte(target+tt.text+"\n"))
			if diff := cmp.Diff([]string{"c.toml:6: contexts.a." + tt.want}, problems(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
