package slurm_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
)

func TestParseTRES(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]slurm.TRES{
		"":                           {},
		"cpu=32,mem=125G,billing=32": {CPUs: 32, MemMiB: 125 << 10, Billing: 32},
		"cpu=224,mem=2900000M,billing=224,gres/gpu=8":       {CPUs: 224, MemMiB: 2900000, Billing: 224, GPUs: 8},
		"cpu=2,mem=2G,node=1,billing=2,gres/gpu=8":          {CPUs: 2, MemMiB: 2048, Nodes: 1, Billing: 2, GPUs: 8},
		"cpu=896,mem=11600000M,node=4,gres/gpu=32":          {CPUs: 896, MemMiB: 11600000, Nodes: 4, GPUs: 32},
		"gres/gpu=8,gres/gpu:nvidia_h200=8":                 {GPUs: 8, GPUType: "nvidia_h200"},
		"gres/gpu:h200=4,gres/gpu:h100=2":                   {GPUs: 6, GPUType: "h200,h100"},
		"mem=1.50T":                                         {MemMiB: 1572864},
		"mem=512":                                           {MemMiB: 512},
		"mem=2048K":                                         {MemMiB: 2},
		"mem=1P":                                            {MemMiB: 1 << 30},
		"cpu=-4,node=x,mem=,billing=1e400,gres/shard=3":     {},
		"cpu=99999999999999999999999":                       {CPUs: math.MaxInt64},
		"mem=NaN,cpu=Inf,node=+1,billing=G":                 {},
		"mem=2G, cpu=3 , =,,x,fs/disk=1,license/matlab=2":   {MemMiB: 2048, CPUs: 3},
		"gres/gpu:a=9223372036854775807,gres/gpu:b=5,node=": {GPUs: math.MaxInt64, GPUType: "a,b"},
	} {
		got := slurm.ParseTRES(text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if got.IsZero() != (want == slurm.TRES{}) {
			t.Errorf("%q: IsZero", text)
		}
	}
}

func TestGPUsOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		n    int
		kind string
	}{
		"":                           {0, ""},
		"gpu:nvidia_h200:8":          {8, "nvidia_h200"},
		"gpu:nvidia_h200:8(IDX:0-7)": {8, "nvidia_h200"},
		"gpu:nvidia_h200:0(IDX:N/A)": {0, "nvidia_h200"},
		"gpu:nvidia_h200:2(IDX:0,3)": {2, "nvidia_h200"},
		"gres/gpu:8":                 {8, ""},
		"gres:gpu:8":                 {8, ""},
		"gres/gpu=8":                 {8, ""},
		"gres/gpu:h200=4":            {4, "h200"},
		"gres/gpu=4,gres/gpu:h200=4": {4, "h200"},
		"gpu:2(S:0)":                 {2, ""},
		"gpu":                        {1, ""},
		"gpu:a100":                   {1, "a100"},
		"gpu:3g.20gb:2":              {2, "3g.20gb"},
		"gpu:3g.20gb":                {1, "3g.20gb"},
		"gpu:1K":                     {1024, ""},
		"gpu:a100:2(IDX:0-1),gpu:v100:1(IDX:2),gpu:a100:1": {4, "a100,v100"},
		"nvme:2,gpu:4(S:0-1),craynetwork:4":                {4, ""},
		"gpu_mem:80,shard:8,gpux:3":                        {0, ""},
		"gpu:-3":                                           {1, "-3"}, // no count: a kind of a strange name
		"gpu:99999999999999999":                            {math.MaxInt32, ""},
		"(null)":                                           {0, ""},
		"N/A":                                              {0, ""},
		",,gpu:1,,":                                        {1, ""},
		"gpu:2(IDX:0,1":                                    {2, ""},
	} {
		if n, kind := slurm.GPUsOf(text), slurm.GPUTypeOf(text); n != want.n || kind != want.kind {
			t.Errorf("%q has %d %q, want %d %q", text, n, kind, want.n, want.kind)
		}
	}
}
