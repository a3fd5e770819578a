package client

// Caller is the part of a gateway that a client needs.
type Caller = caller

// Over returns a client over anything that answers like a gateway.
func Over(gw Caller, o Options) *Client { return newClient(gw, o) }

// FailNote is what is said of a source that fails for a while.
func FailNote(err error, has bool) string { return failNote(err, has) }
