package cluster

import "strings"

// settlePlace checks the partitions that a job names. Of several it takes the first that can hold the job within its
// limit, or else the first that can hold it at all: unlike Slurm, which tries all of them until one has room.
func (c *Cluster) settlePlace(d *Desc) error {
	names := strings.Split(d.Partition, ",")
	for _, name := range names {
		if c.Partition(name) == nil {
			return ErrPartition
		}
	}
	if len(names) == 1 {
		return nil
	}
	d.Partition = names[0]
	var second string
	for _, name := range names {
		at := *d
		at.Partition = name
		c.fillIn(&at)
		switch p := c.Partition(name); {
		case !c.canEverFit(&at):
		case d.Limit == NoVal || d.Limit <= p.MaxTime:
			d.Partition = name
			return nil
		case second == "":
			second = name
		}
	}
	if second != "" {
		d.Partition = second
	}
	return nil
}

// spreadGPUs gives a job that counts its GPUs as a whole as many nodes as they need.
func (c *Cluster) spreadGPUs(d *Desc) {
	if d.MinNodes > 0 || d.GPUsTotal == 0 {
		return
	}
	most := 0
	for _, i := range c.Partition(d.Partition).Nodes {
		most = max(most, c.nodes[i].Shape.GPUs)
	}
	if most > 0 && d.GPUsTotal > uint32(most) {
		d.MinNodes = (d.GPUsTotal + uint32(most) - 1) / uint32(most)
		d.MaxNodes = d.MinNodes
	}
}
