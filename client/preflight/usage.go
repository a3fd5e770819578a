package preflight

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// bound is a set of limits of one job, and who sets them.
type bound struct {
	of         string // as in "the QOS high"
	option     string
	maxTime    slurm.Limit
	perJob     string
	perNode    string
	minutes    string     // TRES of a job times its limit
	least      string     // TRES of a job
	ofQOS      *slurm.QOS // nil of an account
	isRefusing bool       // Slurm refuses a job over it, and does not let it wait
}

// bounds are those that hold for the job, in the order of Slurm's precedence (https://slurm.schedmd.com/resource_limits.html):
// of each limit the first that is set counts.
func (c *checker) bounds(p *slurm.Partition) []bound {
	var out []bound
	ofQOS := func(q slurm.QOS) bound {
		return bound{
			of: "the QOS " + q.Name, option: "--qos", maxTime: q.MaxTime, perJob: q.MaxPerJob, perNode: q.MaxPerNode,
			minutes: q.MaxMinutes, least: q.MinPerJob, ofQOS: &q, isRefusing: slices.Contains(q.Flags, "DENY_LIMIT"),
		}
	}
	names, _ := c.qosNames()
	isFirst := false
	if len(names) == 1 { // of several any may be taken
		if q, ok := c.qos(names[0]); ok {
			isFirst = slices.Contains(q.Flags, "OVERRIDE_PARTITION_QOS")
			out = append(out, ofQOS(q))
		}
	}
	if q, ok := c.qos(p.QOS); ok && p.QOS != "" {
		at := 0
		if isFirst {
			at = len(out)
		}
		out = slices.Insert(out, at, ofQOS(q))
	}
	if a, ok := c.association(); ok && len(names) < 2 {
		out = append(out, bound{
			of: "the account " + a.Account, option: "--account", maxTime: a.MaxTime, perJob: a.MaxPerJob, perNode: a.MaxPerNode,
			minutes: a.MaxMinutes,
		})
	}
	return out
}

// checkUsage holds the job against the limits of its QOS and account.
func (c *checker) checkUsage(p *slurm.Partition) {
	bounds := c.bounds(p)
	i := slices.IndexFunc(bounds, func(b bound) bool { return b.maxTime > 0 })
	limit := c.job.Limit
	if limit == slurm.LimitUnset {
		limit = p.DefaultTime
	}
	if i >= 0 && (limit == slurm.LimitInfinite || limit > bounds[i].maxTime) {
		b := bounds[i]
		c.tellBound(b, "--time", "longer than "+b.of+" allows, "+b.maxTime.Clock(), "ask for "+b.maxTime.Clock()+" or less")
	}
	c.checkAmounts(bounds, "a job", func(b bound) string { return b.perJob })
	c.checkAmounts(bounds, "a node", func(b bound) string { return b.perNode })
	c.checkCrowds(bounds)
	c.checkMinutes(bounds, limit)
	c.checkLeast(bounds, p)
}

// amounts are what the job asks for at least of what limits are set for, on each node or of all.
func (c *checker) amounts(ofNode bool) []amountOf {
	a := &c.ask
	if ofNode {
		return []amountOf{
			{"cpu", c.totalCPUOption(), a.taskCPUs, cpus}, {"gres/gpu", c.gpuOption(), gpusOf(a.gres), gpus}, {"mem", "--mem", a.mem, memory},
		}
	}
	return []amountOf{
		{"cpu", c.totalCPUOption(), a.allCPUs(), cpus},
		{"gres/gpu", c.gpuOption(), a.gpus(), gpus},
		{"mem", "--mem", a.mem * a.leastNodes, memory},
		{"node", "--nodes", a.leastNodes, nodes},
	}
}

type amountOf struct {
	tres, option string
	want         uint64
	say          func(uint64) string
}

// checkAmounts holds least amounts against limits of TRES.
func (c *checker) checkAmounts(bounds []bound, of string, list func(bound) string) {
	for _, k := range c.amounts(of == "a node") {
		for _, b := range bounds {
			most, ok := amount(list(b), k.tres)
			if !ok {
				continue
			}
			if k.want > most {
				c.tellBound(b, k.option, k.say(k.want)+" are more than "+b.of+" allows "+of+", "+k.say(most), "ask for "+k.say(most)+" or less")
			}
			break
		}
	}
}

func (c *checker) totalCPUOption() string {
	if c.ask.tasks > 0 {
		return "--ntasks"
	}
	return c.cpuOption()
}

func (c *checker) gpuOption() string {
	if len(c.ask.gres) == 0 {
		return "--gpus"
	}
	return c.ask.gresOption
}

// amount finds one resource in a list as in cpu=64,mem=1024M,gres/gpu=8.
func amount(list, tres string) (uint64, bool) {
	for item := range strings.SplitSeq(list, ",") {
		if name, value, ok := strings.Cut(item, "="); ok && name == tres {
			if tres == "mem" {
				return uint64(slurm.ParseMem(value)), true
			}
			n, err := strconv.ParseUint(value, 10, 63)
			return n, err == nil
		}
	}
	return 0, false
}

// tellBound tells of a limit of accounting. Slurm lets a job over it wait for ever, or refuses it, where it enforces
// limits at all.
func (c *checker) tellBound(b bound, option, what, cure string) {
	switch {
	case !c.Enforces:
		c.tell(sbatch.Warning, option, what+": where the cluster enforces that, it would not start", cure)
	case b.isRefusing:
		c.tell(sbatch.Error, option, what, cure)
	default:
		c.tell(sbatch.Severe, option, what+": it would wait for ever", cure)
	}
}

// clock rounds a length of time down to minutes and writes it as --time takes it.
func clock(d time.Duration) string { return slurm.LimitOf(uint64(d / time.Minute)).Clock() }
