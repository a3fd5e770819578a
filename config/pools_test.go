package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/config"
)

const pooled = `
[contexts.lab]
url = "http://127.0.0.1:6820"
lease_margin = "90m"
[[contexts.lab.pools]]
name = "a3u"
nodes = "lab-a3u-[0-3,8],spare-*"
model = "flex_start"
duration = "1d12h"
min = 2
[[contexts.lab.pools]]
name = "cpu"
nodes = "cpu*"

[notices]
bell = false
lease = false
`

func TestPoolsAndNotices(t *testing.T) {
	t.Parallel()
	inline := `contexts.lab = {url = "http://127.0.0.1:6820", lease_margin = "90m", pools = [
		{name = "a3u", nodes = "lab-a3u-[0-3,8],spare-*", model = "flex_start", duration = "36h", min = 2}, {name = "cpu", nodes = "cpu*"}]}
		notices = {bell = false, lease = false}`
	for name, text := range map[string]string{"headings": pooled, "inline": strings.ReplaceAll(inline, "\n", " ")} {
		if name == "inline" {
			text = strings.Replace(text, "notices =", "\nnotices =", 1)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := config.Parse("c.toml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			s := resolve(t, file, nil, env())
			want := []config.PoolSettings{
				{Name: "a3u", Nodes: "lab-a3u-[0-3,8],spare-*", Model: "FLEX_START", Duration: 36 * time.Hour, Min: 2},
				{Name: "cpu", Nodes: "cpu*"},
			}
			if diff := cmp.Diff(want, s.Pools); diff != "" {
				t.Error(diff)
			}
			notices := config.NoticeSettings{Terminal: true, JobEnded: true, JobFailed: true, JobRequeued: true}
			if diff := cmp.Diff(notices, s.Notices); diff != "" {
				t.Error(diff)
			}
			if s.LeaseMargin != 90*time.Minute {
				t.Errorf("margin %v", s.LeaseMargin)
			}
		})
	}
}

func TestPoolsInRows(t *testing.T) {
	t.Parallel()
	file, err := config.Parse("c.toml", []byte(pooled))
	if err != nil {
		t.Fatal(err)
	}
	got := origins(resolve(t, file, nil, env()), "pools.a3u", "pools.cpu", "lease_margin", "notices.bell", "notices.terminal")
	want := map[string]string{
		"pools.a3u":        "lab-a3u-[0-3,8],spare-* flex_start 1d12h min 2 from c.toml:5",
		"pools.cpu":        "cpu* from c.toml:11",
		"lease_margin":     "90m from c.toml:4",
		"notices.bell":     "false from c.toml:16",
		"notices.terminal": "true from default",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPoolDefaults(t *testing.T) {
	t.Parallel()
	file, err := config.Parse("c.toml", []byte(target))
	if err != nil {
		t.Fatal(err)
	}
	on := config.NoticeSettings{Bell: true, Terminal: true, JobEnded: true, JobFailed: true, JobRequeued: true, Lease: true}
	s := resolve(t, file, nil, env())
	if s.LeaseMargin != time.Hour || s.Pools != nil || s.Notices != on || s.Target.Compute != "" {
		t.Errorf("got %v %v %+v %q", s.LeaseMargin, s.Pools, s.Notices, s.Target.Compute)
	}
	s, err = file.ResolveScreen(nil, env())
	if err != nil || s.LeaseMargin != time.Hour || s.Notices != on {
		t.Errorf("without a target %v %+v, %v", s.LeaseMargin, s.Notices, err)
	}
}

func TestComputeEndpoint(t *testing.T) {
	t.Parallel()
	file, err := config.Parse("c.toml", []byte(target+"compute_endpoint = 'https://compute.example.com/compute/v1'\n"))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		flags config.Flags
		env   func(string) string
		want  string
	}{
		"file":        {nil, env(), "https://compute.example.com/compute/v1"},
		"environment": {nil, env("FLEXQ_COMPUTE_ENDPOINT", "http://127.0.0.1:9/compute/v1"), "http://127.0.0.1:9/compute/v1"},
		"a cluster by flags takes nothing of a context": {
			config.Flags{"project": "other-project", "region": "us-east1", "cluster": "b"}, env(), "",
		},
		"a context by flag and the environment": {
			config.Flags{"context": "a"}, env("FLEXQ_COMPUTE_ENDPOINT", "http://127.0.0.1:9"), "https://compute.example.com/compute/v1",
		},
	} {
		if got := resolve(t, file, tt.flags, tt.env).Target.Compute; got != tt.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestPoolsRefused(t *testing.T) {
	t.Parallel()
	lab := "[contexts.lab]\nurl = 'http://127.0.0.1:6820'\n"
	pool := func(lines string) string { return lab + "[[contexts.lab.pools]]\n" + lines }
	const good = "name = 'a'\nnodes = 'a-[0-3]'\n"
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"nearest key": {
			pool(good + "duraton = '7d'\n"),
			[]string{"c.toml:6: unknown key contexts.lab.pools.1.duraton | did you mean contexts.lab.pools.1.duration?"},
		},
		"nearest key of the second": {
			pool(good+"[[contexts.lab.pools]]\n") + good + "modell = 'spot'\n",
			[]string{"c.toml:9: unknown key contexts.lab.pools.2.modell | did you mean contexts.lab.pools.2.model?"},
		},
		"nearest key, inline": {
			lab + "pools = [{name = 'a', node = 'b'}]\n",
			[]string{"c.toml:3: unknown key contexts.lab.pools.1.node | did you mean contexts.lab.pools.1.nodes?"},
		},
		"a key of a pool elsewhere": {
			lab + "duration = '7d'\n",
			[]string{"c.toml:3: unknown key contexts.lab.duration | it belongs to [[contexts.NAME.pools]]"},
		},
		"a table below a pool": {
			pool(good + "[contexts.lab.pools.more]\n"),
			[]string{"c.toml:6: unknown key contexts.lab.pools.1.more | known here: duration, min, model, name, nodes"},
		},
		"one table instead of a list": {
			lab + "[contexts.lab.pools]\nname = 'a'\n",
			[]string{"c.toml:3: contexts.lab.pools: must be a list of tables, each with a heading in double brackets | "},
		},
		"a list of texts": {
			lab + "pools = ['a']\n",
			[]string{"c.toml:3: contexts.lab.pools: must be a list of tables, each with a heading in double brackets | "},
		},
		"a number as text": {
			pool(good + "min = '2'\n"),
			[]string{"c.toml:6: contexts.lab.pools.1.min: must be a whole number | "},
		},
		"parts missing": {
			pool("min = -1\n"),
			[]string{
				"c.toml:3: contexts.lab.pools.1: name is missing | a pool has a name, and nodes such as a3u-[0-7] or a3u-*",
				"c.toml:3: contexts.lab.pools.1: nodes is missing | a pool has a name, and nodes such as a3u-[0-7] or a3u-*",
				"c.toml:4: contexts.lab.pools.1.min: -1 is no number of machines | use 0 or more",
			},
		},
		"values": {
			pool("name = 'A b'\nnodes = 'a-[0-'\nmodel = 'flexstart'\nduration = '5s'\n"),
			[]string{
				`c.toml:4: contexts.lab.pools.1.name: "A b" is not the name of a pool | use letters, digits, '-', '_' and '.'`,
				`c.toml:5: contexts.lab.pools.1.nodes: "a-[0-" is not a list of nodes | use a form such as a3u-[0-7] or a3u-*`,
				`c.toml:6: contexts.lab.pools.1.model: "flexstart" is unknown | did you mean "flex_start"? use one of flex_start, on_demand, reservation, spot`,
				`c.toml:7: contexts.lab.pools.1.duration: 5s is under the minimum of 30s | a Flex Start machine lives 30s to 7d`,
				`c.toml:7: contexts.lab.pools.1.duration: does not go with a model that has no end | say model = "flex_start"`,
			},
		},
		"ranges that are none": {
			pool("name = 'GPU_A100.x'\nnodes = 'a-[3-1]'\nduration = '7d'\n") + "[[contexts.lab.pools]]\nname = 'b'\nnodes = 'b-[0-3],c-[1,,2]'\n" +
				"[[contexts.lab.pools]]\nname = 'c'\nnodes = 'b-[-]'\n[[contexts.lab.pools]]\nname = 'd'\nnodes = 'b-[0-99999999999]'\n",
			[]string{
				`c.toml:5: contexts.lab.pools.1.nodes: "a-[3-1]" has [3-1] in it, which is no range | use a form such as a3u-[0-7] or a3u-*`,
				`c.toml:9: contexts.lab.pools.2.nodes: "b-[0-3],c-[1,,2]" has [1,,2] in it, which is no range | use a form such as a3u-[0-7] or a3u-*`,
				`c.toml:12: contexts.lab.pools.3.nodes: "b-[-]" has [-] in it, which is no range | use a form such as a3u-[0-7] or a3u-*`,
				`c.toml:15: contexts.lab.pools.4.nodes: "b-[0-99999999999]" has [0-99999999999] in it, which is no range | use a form such as a3u-[0-7] or a3u-*`,
			},
		},
		"a life that overflows": {
			pool(good + "duration = '65535d2500000h'\n"),
			[]string{`c.toml:6: contexts.lab.pools.1.duration: "65535d2500000h" is not a duration | use a form such as 7d or 12h`},
		},
		"a life longer than Flex Start's": {
			pool(good+"model = 'flex_start'\nduration = '30d'\n[[contexts.lab.pools]]\n") + "name = 'b'\nnodes = 'b'\nduration = '7d1s'\n",
			[]string{
				"c.toml:7: contexts.lab.pools.1.duration: 30d is over the maximum of 7d | a Flex Start machine lives 30s to 7d",
				"c.toml:11: contexts.lab.pools.2.duration: 7d1s is over the maximum of 7d | a Flex Start machine lives 30s to 7d",
			},
		},
		"more that are always there than there are": {
			pool(good+"min = 5\n[[contexts.lab.pools]]\n") + "name = 'b'\nnodes = 'b[8-9]x[0-3],c-*'\nmin = 9\n[[contexts.lab.pools]]\nname = 'c'\nnodes = 'd[08-9]x[0-3],e'\nmin = 10\n",
			[]string{
				"c.toml:6: contexts.lab.pools.1.min: 5 is more than the 4 nodes that nodes names | min counts the nodes that are always there",
				"c.toml:14: contexts.lab.pools.3.min: 10 is more than the 9 nodes that nodes names | min counts the nodes that are always there",
			},
		},
		"margins": {
			target + "lease_margin = '8d'\n",
			[]string{"c.toml:6: contexts.a.lease_margin: 8d is over the maximum of 7d | use a shorter margin"},
		},
		"a margin that is short": {
			target + "lease_margin = '1s'\n",
			[]string{"c.toml:6: contexts.a.lease_margin: 1s is under the minimum of 1m | use a longer margin"},
		},
		"a life of what has no end": {
			pool(good + "model = 'spot'\nduration = '7d'\n"),
			[]string{`c.toml:7: contexts.lab.pools.1.duration: does not go with a model that has no end | say model = "flex_start"`},
		},
		"two of a name": {
			pool(good+"[[contexts.lab.pools]]\n") + good,
			[]string{`c.toml:7: contexts.lab.pools.2.name: there are two pools of the name "a" | give each its own`},
		},
		"notices": {
			"[notices]\nbel = true\nlease = 'no'\n",
			[]string{"c.toml:2: unknown key notices.bel | did you mean notices.bell?", "c.toml:3: notices.lease: must be true or false | "},
		},
		"margin": {
			target + "lease_margin = '1h30'\n",
			[]string{`c.toml:6: contexts.a.lease_margin: "1h30" is not a duration | use a form such as 1h or 30m`},
		},
		"compute endpoint": {
			target + "compute_endpoint = 'http://example.com'\n",
			[]string{`c.toml:6: contexts.a.compute_endpoint: "http://example.com" would carry a token without encryption | use https; http is for this machine only`},
		},
		"compute endpoint of a slurmrestd": {
			lab + "compute_endpoint = 'https://example.com'\n",
			[]string{"c.toml:3: contexts.lab.compute_endpoint: does not go with url, which names a slurmrestd | make two contexts of it"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Parse("c.toml", []byte(tt.text))
			if diff := cmp.Diff(tt.want, problems(t, err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"7d": 168 * time.Hour, "1d12h": 36 * time.Hour, "604800s": 168 * time.Hour, "0d90m": 90 * time.Minute,
	} {
		file, err := config.Parse("c.toml", []byte("[contexts.lab]\nurl = 'http://127.0.0.1:1'\npools = [{name = 'a', nodes = 'a', model = 'flex_start', duration = '"+text+"'}]\n"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := resolve(t, file, nil, env()).Pools[0].Duration; got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
	for _, text := range []string{"d", "-1d", "1.5d", "1d1", "1d 2h", "1d-2h", "7 days"} {
		if _, err := config.Parse("c.toml", []byte("[contexts.lab]\nurl = 'http://127.0.0.1:1'\nlease_margin = '"+text+"'\n")); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
