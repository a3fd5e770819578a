package client

import "time"

// Caller is the part of a gateway that a client needs.
type Caller = caller

// Over returns a client over anything that answers like a gateway.
func Over(gw Caller, o Options) *Client { return newClient(gw, o) }

// FailNote is what is said of a source that fails for a while.
func FailNote(err error, has bool) string { return failNote(err, has) }

// Clockless makes a client know nothing of the cluster's clock.
func (c *Client) Clockless() { c.gw = clockless{c.gw} }

type clockless struct{ caller }

func (clockless) Skew() (time.Duration, bool) { return 0, false }
