package preflight

import (
	"slices"
	"strings"
	"time"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// freshFor is how long licences and reservations that were asked for are taken to be all that there are.
const freshFor = time.Minute

// checkReservations looks for the reservations that the job names, and whether it may use them. Slurm refuses a job with
// one that is not there or not for its user, also one that is held.
func (c *checker) checkReservations() {
	if c.Access == nil || c.Access.Reservations == nil {
		return
	}
	for i, name := range namesIn(c.job.Reservation) {
		if i == mostTold {
			return
		}
		r, ok := c.reservation(name)
		if !ok {
			c.tellBookable("--reservation", "there is no reservation "+quoted(name), pick(name, c.ownReservations(), "leave it out: none is for you"))
			continue
		}
		c.checkUsers(&r)
		c.checkAccounts(&r)
	}
}

// checkUsers looks whether the job's user may use a reservation. Root may use any.
func (c *checker) checkUsers(r *slurm.Reservation) {
	user := c.user()
	if r.Users == "" || r.Groups != "" || user == "" || user == "root" || user == "slurm" || listed(r.Users, user) {
		return
	}
	who := "for " + strings.ReplaceAll(r.Users, ",", ", ") + " alone"
	if strings.HasPrefix(r.Users, "-") {
		who = "not for " + user
	}
	c.tellBookable("--reservation", r.Name+" is "+who, pick("", c.ownReservations(), "leave it out: none is for you"))
}

// checkAccounts looks whether the job's account may use a reservation. What is for an account is for those below it too
// where the cluster enforces accounts, and which those are is not known.
func (c *checker) checkAccounts(r *slurm.Reservation) {
	account := c.account()
	if r.Accounts == "" || account == "" || c.user() == "root" || listed(r.Accounts, account) {
		return
	}
	if strings.HasPrefix(r.Accounts, "-") {
		c.tell(sbatch.Warning, "--reservation", r.Name+" is not for the account "+quoted(account), "choose another account, or leave it out")
		return
	}
	c.tell(sbatch.Warning, "--reservation", r.Name+" is for the accounts "+strings.ReplaceAll(r.Accounts, ",", ", ")+" and those below: refused if "+quoted(account)+" is none", choose(namesIn(r.Accounts), ""))
}

// listed reports whether a list of a reservation lets a name pass: "a,b" only those, "-a,-b" all but those.
func listed(list, name string) bool {
	isOut := strings.HasPrefix(list, "-")
	isIn := slices.ContainsFunc(strings.Split(list, ","), func(s string) bool { return strings.TrimPrefix(strings.TrimSpace(s), "-") == name })
	return isIn != isOut
}

func (c *checker) user() string {
	if c.User == "" && c.Access != nil {
		return c.Access.User
	}
	return c.User
}

func (c *checker) reservation(name string) (slurm.Reservation, bool) {
	if c.Access == nil {
		return slurm.Reservation{}, false
	}
	i := slices.IndexFunc(c.Access.Reservations, func(r slurm.Reservation) bool { return r.Name == name })
	if i < 0 {
		return slurm.Reservation{}, false
	}
	return c.Access.Reservations[i], true
}

// ownReservations are those of which nothing says that they are not for the job.
func (c *checker) ownReservations() []string {
	var out []string
	for i := range c.Access.Reservations {
		r := &c.Access.Reservations[i]
		if (r.Users == "" || r.Groups != "" || listed(r.Users, c.user())) && (r.Accounts == "" || listed(r.Accounts, c.account())) {
			out = append(out, r.Name)
		}
	}
	return out
}

// reserved is the reservation in which the job would run, if it names one that is known. Slurm looks for nodes only in
// one that has begun: it takes any job for one to come.
func (c *checker) reserved() (r slurm.Reservation, isNow, ok bool) {
	names := namesIn(c.job.Reservation)
	if len(names) != 1 {
		return slurm.Reservation{}, false, false
	}
	if r, ok = c.reservation(names[0]); !ok || c.Now.IsZero() {
		return r, false, ok
	}
	return r, !r.Start.Std().After(c.Now) && r.End.Std().After(c.Now) && c.isFresh(), true
}

// waitsForReservation reports whether Slurm may look at the job's nodes only later, as its reservation has not begun or is
// too short for it.
func (c *checker) waitsForReservation(p *slurm.Partition) bool {
	if c.job.Reservation == "" {
		return false
	}
	r, isNow, _ := c.reserved()
	return !isNow || c.reaches(p, r.End)
}

// reaches reports whether a job that started now might run until a moment, or longer.
func (c *checker) reaches(p *slurm.Partition, at slurm.Time) bool {
	limit := c.job.Limit
	if limit == slurm.LimitUnset {
		limit = p.DefaultTime
	}
	if limit == slurm.LimitUnset {
		limit = p.MaxTime
	}
	const margin = 10 * time.Minute // the job comes later than the check
	long, isFinite := limit.Duration()
	return !isFinite || !c.Now.Add(long+margin).Before(at.Std())
}

// judgeReservation holds the job against the nodes and the end of its reservation.
func (c *checker) judgeReservation(p *slurm.Partition) []verdict {
	r, isNow, ok := c.reserved()
	if !ok || r.Nodes == "" {
		return nil
	}
	level := sbatch.Severe // it waits for the reservation, and then for ever
	if isNow && !c.isHeld() && !c.reaches(p, r.End) {
		level = sbatch.Error
	}
	if v, bad := c.judgeReserved(p, &r); bad {
		v.level = level
		return []verdict{v}
	}
	from := c.Now
	if start := r.Start.Std(); start.After(from) {
		from = start
	}
	left := r.End.Std().Sub(from)
	limit, _ := limitIn(c.job, p)
	if want, isFinite := limit.Duration(); r.Has("FLEX") || c.Now.IsZero() || left <= 0 || limit == slurm.LimitUnset || isFinite && want <= left {
		return nil
	}
	return []verdict{{
		sbatch.Severe, "--time", "longer than " + r.Name + " lasts, " + words(left) + ": it would wait for ever", "ask for " + clock(left) + " or less, or another reservation",
	}}
}

// judgeReserved looks whether a reservation has enough nodes of the partition.
func (c *checker) judgeReserved(p *slurm.Partition, r *slurm.Reservation) (verdict, bool) {
	list, isWhole := c.nodesOf(p)
	if !isWhole {
		return verdict{}, false
	}
	set := newNodeSet(r.Nodes)
	found, named := uint64(0), uint64(0)
	for _, n := range list {
		switch {
		case !set.has(n.Name):
		case c.ask.required.Contains(n.Name):
			named++
			fallthrough
		default:
			found++
		}
	}
	switch a := &c.ask; {
	case found < a.leastNodes && found == 0:
		return verdict{option: "--reservation", what: r.Name + " has no node of " + c.called(p), cure: "choose another reservation, or another partition"}, true
	case found < a.leastNodes:
		return verdict{option: "--nodes", what: r.Name + " has " + nodes(found) + " of " + c.called(p), cure: "ask for " + num(found) + " or fewer, or leave out --reservation"}, true
	case a.required != "" && hosts(a.required) <= a.mostNodes && named < hosts(a.required):
		return verdict{option: "--nodelist", what: "it names nodes that are not of " + r.Name, cure: "choose among " + string(r.Nodes)}, true
	}
	return verdict{}, false
}
