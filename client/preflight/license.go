package preflight

import (
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// checkLicenses holds the licences of the job against those that there are. Slurm refuses one that it does not know and
// more than there are, also of a job that is held; those that others have it waits for.
func (c *checker) checkLicenses() {
	if c.Access == nil || c.Access.Licenses == nil || c.job.Licenses == "" {
		return
	}
	wants, strange := readLicenses(c.job.Licenses)
	if strange != "" {
		c.tell(sbatch.Error, "--licenses", quoted(strange)+" is no number of licences", "write NAME:NUMBER, or NAME for one")
		return
	}
	told := 0
	for _, want := range wants {
		if told == mostTold {
			return
		}
		i := slices.IndexFunc(c.Access.Licenses, func(l slurm.License) bool { return l.Name == want.name })
		switch {
		case i < 0:
			told++
			c.tellBookable("--licenses", "there is no licence "+quoted(want.name), pick(want.name, c.licenseNames(), "leave it out: the cluster counts no licences"))
		case want.count > c.Access.Licenses[i].Total:
			told++
			most := num(c.Access.Licenses[i].Total)
			c.tellBookable("--licenses", num(want.count)+" of "+want.name+" are more than there are, "+most, "ask for "+most+" or fewer")
		}
	}
}

// tellBookable tells of what Slurm refuses as far as is known: licences and reservations come and go.
func (c *checker) tellBookable(option, what, cure string) {
	level := sbatch.Error
	if !c.isFresh() {
		level, what = sbatch.Warning, what+", or there was not when flexq last asked"
	}
	c.tell(level, option, what, cure)
}

// isFresh reports whether licences and reservations have been asked for so lately that they can hardly be others now.
func (c *checker) isFresh() bool {
	at := c.Access.AsOf
	return at.IsZero() || c.Now.IsZero() || c.Now.Sub(at) <= freshFor
}

func (c *checker) licenseNames() []string {
	var out []string
	for i := range c.Access.Licenses {
		out = append(out, c.Access.Licenses[i].Name)
	}
	return out
}

// licenses are so many of one licence.
type licenses struct {
	name  string
	count uint64
}

// readLicenses reads "matlab:4,foo,bar=2" as Slurm does, and adds up what is named twice. It returns nothing of what
// another Slurm may read otherwise, as alternatives, and apart what is no number.
func readLicenses(list string) (out []licenses, strange string) {
	if strings.ContainsAny(list, "| \t\n") {
		return nil, ""
	}
	for _, item := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ';' }) {
		want := licenses{name: item, count: 1}
		if i := strings.IndexAny(item, ":="); i >= 0 && item[i+1:] != "" {
			n, err := strconv.ParseUint(strings.TrimPrefix(item[i+1:], "+"), 10, 31)
			if err != nil {
				return nil, item[i+1:]
			}
			want.name, want.count = item[:i], n
		} else if i >= 0 {
			want.name, want.count = item[:i], 0
		}
		if i := slices.IndexFunc(out, func(l licenses) bool { return l.name == want.name }); i >= 0 {
			out[i].count += want.count
			continue
		}
		out = append(out, want)
	}
	return out, ""
}
