package shape

// AppendPing writes the one controller of slurmctld.
func (e *Encoder) AppendPing(b []byte, up bool) []byte {
	o := open(b)
	o.str("hostname", e.c.Name()+"-controller")
	if up {
		o.str("pinged", "UP")
	} else {
		o.str("pinged", "DOWN")
	}
	if e.version >= 42 {
		o.bool("responding", up)
	}
	o.int("latency", 840)
	o.str("mode", "primary")
	if e.version >= 42 {
		o.bool("primary", true)
	}
	return o.close()
}

// AppendDBPing writes the one slurmdbd.
func (e *Encoder) AppendDBPing(b []byte) []byte {
	return append(b, `{"hostname":"localhost","responding":true,"latency":2984,"primary":true}`...)
}
