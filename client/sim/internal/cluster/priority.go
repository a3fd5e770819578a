package cluster

// Weights of the multifactor priority.
type Weights struct {
	Age, QOS, Share, Size float64
	MaxAge                int64 // seconds at which age counts in full
}

// priorityPeriod is Slurm's default PriorityCalcPeriod.
const priorityPeriod = 300

func (c *Cluster) priority(j *Job) uint32 {
	w := c.cfg.Weights
	p := 0.0
	if j.Accrue > 0 && w.MaxAge > 0 {
		p += w.Age * min(1, float64(max(c.now-j.Accrue, 0))/float64(w.MaxAge))
	}
	if j.QOS == "high" {
		p += w.QOS
	}
	p += w.Share * (1 - j.User.Share)
	if w.Size > 0 && len(c.nodes) > 0 {
		p += w.Size * min(1, float64(max(j.MinNodes, 1))/float64(len(c.nodes)))
	}
	p -= float64(j.Nice)
	return uint32(max(p, 1))
}

// agePriorities computes the priorities of all waiting jobs anew.
func (c *Cluster) agePriorities() {
	for _, p := range c.parts {
		for _, j := range p.pending {
			if j.State != Pending || j.Held() {
				continue
			}
			if v := c.priority(j); v != j.Priority {
				j.Priority = v
				c.jobChanged()
			}
		}
		p.sorted = false
	}
	c.push(event{kind: evPriority, at: c.now + priorityPeriod})
	c.kick(c.now)
}
