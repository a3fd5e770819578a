// Package client is what the rest of flexq may ask of a cluster: its queue, its nodes and partitions, its accounting,
// and the few things that change something. It knows Slurm's paths and Slurm's traps; how a call reaches Slurm is
// client/gateway's business, and what the bytes mean is client/wire's.
//
// All errors are *fault.Fault. Reads may be repeated behind the scenes; a write is sent once, whatever happens.
//
//	c := client.New(gw, client.Options{Now: time.Now})
//	list, err := c.Jobs(ctx, 0)
package client
