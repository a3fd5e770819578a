package cluster

import (
	"strconv"
	"strings"
)

// License is what the cluster has of one licence.
type License struct {
	Name  string
	Total uint32
}

// Licenses returns the licences, and how many of each running jobs have.
func (c *Cluster) Licenses() (all []License, used map[string]uint32) {
	used = map[string]uint32{}
	if len(c.cfg.Licenses) == 0 {
		return nil, used
	}
	for _, j := range c.order {
		if j.gone || j.Licenses == "" || j.State != Running && j.State != Suspended {
			continue
		}
		for name, n := range readLicenses(j.Licenses) {
			used[name] += n
		}
	}
	return c.cfg.Licenses, used
}

// licensesKnown reports whether the cluster could ever give the licences that are asked for.
func (c *Cluster) licensesKnown(list string) bool {
	wants := readLicenses(list)
	if wants == nil {
		return false
	}
	for name, n := range wants {
		if n > c.licenseTotal(name) || !c.hasLicense(name) {
			return false
		}
	}
	return true
}

func (c *Cluster) hasLicense(name string) bool {
	for _, l := range c.cfg.Licenses {
		if l.Name == name {
			return true
		}
	}
	return false
}

func (c *Cluster) licenseTotal(name string) uint32 {
	for _, l := range c.cfg.Licenses {
		if l.Name == name {
			return l.Total
		}
	}
	return 0
}

// licensesFree reports whether nobody has the licences that a job asks for.
func (c *Cluster) licensesFree(list string) bool {
	if list == "" {
		return true
	}
	_, used := c.Licenses()
	for name, n := range readLicenses(list) {
		if used[name]+n > c.licenseTotal(name) {
			return false
		}
	}
	return true
}

// readLicenses reads "a:2,b", and adds up what is named twice; nil if it cannot be read.
func readLicenses(list string) map[string]uint32 {
	out := map[string]uint32{}
	for _, item := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ';' }) {
		count := uint64(1)
		name, number, hasNumber := strings.Cut(strings.Replace(item, "=", ":", 1), ":")
		if hasNumber {
			count = 0
		}
		if number != "" {
			var err error
			if count, err = strconv.ParseUint(strings.TrimPrefix(number, "+"), 10, 31); err != nil {
				return nil
			}
		}
		out[name] += uint32(count)
	}
	return out
}
