package cluster

import "strings"

// checkAsked refuses what contradicts itself, or what nobody could give; in slurmctld's order.
func (c *Cluster) checkAsked(d *Desc) error {
	if err := c.checkTimes(d); err != nil {
		return err
	}
	if d.Licenses != "" && !c.licensesKnown(d.Licenses) {
		return ErrLicenses
	}
	task := withoutCPUs(d.TRESPerTask)
	for _, gres := range []string{d.TRESPerNode, d.TRESPerJob, task, d.TRESPerSocket} {
		if !c.gresKnown(gres) {
			return ErrGres
		}
	}
	if typed, untyped := gpuKinds(d.TRESPerNode + "," + d.TRESPerJob + "," + task); typed && untyped {
		return ErrGresType
	}
	if node, all, each := gpusOf(d.TRESPerNode), gpusOf(d.TRESPerJob), gpusOf(task); !sharesOut(d, node, all, each) {
		return ErrGres
	}
	return c.checkReservation(d)
}

// sharesOut reports whether so many GPUs of a node, of the job and of a task go together.
func sharesOut(d *Desc, node, all, each uint32) bool {
	least := max(d.MinNodes, 1)
	switch {
	case all > 0 && all < least, all == 0 && each > 0 && d.Tasks > 0 && each*d.Tasks < least:
		return false
	case all > 0 && node > 0 && (all%node > 0 || all/node < least || d.MaxNodes > 0 && all/node > d.MaxNodes):
		return false
	case each > 0 && (all%each > 0 || node%each > 0):
		return false
	}
	return true
}

// gpuKinds reports whether a list counts GPUs with a type and without.
func gpuKinds(list string) (typed, untyped bool) {
	for item := range strings.SplitSeq(list, ",") {
		if name, kind, _, ok := splitGres(item); ok && name == "gpu" {
			typed, untyped = typed || kind != "", untyped || kind == ""
		}
	}
	return typed, untyped
}

// checkTimes holds the job's times against each other. The limit of one that has none is that of its partition.
func (c *Cluster) checkTimes(d *Desc) error {
	limit := d.Limit
	if limit == NoVal {
		limit = c.Partition(d.Partition).DefTime
	}
	least := limit
	if d.LimitMin > 0 && d.LimitMin != NoVal {
		if least = d.LimitMin; limit < Infinite-1 && least > limit {
			return ErrTimeMin
		}
	}
	if d.Deadline == 0 {
		return nil
	}
	end := max(c.now, d.Begin)
	if least < Infinite-1 {
		end += 60 * int64(least)
	}
	if d.Deadline <= c.now || end > d.Deadline {
		return ErrTimeLimit
	}
	return nil
}

// checkReservation looks for the reservations that a job names: all must be there and for its user.
func (c *Cluster) checkReservation(d *Desc) error {
	for name := range strings.SplitSeq(d.Reservation, ",") {
		if name == "" {
			continue
		}
		r := c.reservation(name)
		switch {
		case r == nil:
			return ErrReservation
		case !d.User.Administrator && !nameIn(r.Users, d.User.Name):
			return ErrResvAccess
		}
	}
	return nil
}

func (c *Cluster) reservation(name string) *Reservation {
	for _, r := range c.resvs {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func nameIn(list, name string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if one == name {
			return true
		}
	}
	return false
}
