package shape

import "flexq/client/sim/internal/cluster"

// step is a piece of an object: text that is the same for all jobs, then one value.
type step struct {
	lit []byte
	put func(e *Encoder, b []byte, v *cluster.View) []byte
}

// builder compiles a table of fields into steps. What does not change is written once, in long pieces.
type builder struct {
	version Version
	lit     []byte
	steps   []step
	started bool
}

func (p *builder) name(key string) {
	if p.started {
		p.lit = append(p.lit, ',')
	}
	p.started = true
	p.lit = append(p.lit, '"')
	p.lit = append(p.lit, key...)
	p.lit = append(p.lit, '"', ':')
}

// raw is a field with a fixed value.
func (p *builder) raw(key, json string) {
	p.name(key)
	p.lit = append(p.lit, json...)
}

// put is a field with a value of its own.
func (p *builder) put(key string, f func(e *Encoder, b []byte, v *cluster.View) []byte) {
	p.name(key)
	p.steps = append(p.steps, step{p.lit, f})
	p.lit = nil
}

func (p *builder) str(key string, f func(v *cluster.View) string) {
	p.put(key, func(_ *Encoder, b []byte, v *cluster.View) []byte { return AppendString(b, f(v)) })
}

func (p *builder) num(key string, f func(v *cluster.View) int64) {
	p.put(key, func(_ *Encoder, b []byte, v *cluster.View) []byte { return AppendNum(b, f(v)) })
}

func (p *builder) num32(key string, f func(v *cluster.View) uint32) {
	p.put(key, func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendNum32(b, f(v)) })
}

func (p *builder) int(key string, f func(v *cluster.View) int64) {
	p.put(key, func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendInt(b, f(v)) })
}

func (p *builder) bool(key string, f func(v *cluster.View) bool) {
	p.put(key, func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendBool(b, f(v)) })
}

func (p *builder) list(key string, f func(v *cluster.View) []string) {
	p.put(key, func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendStrings(b, f(v)) })
}

// empty are fields that the simulation leaves empty.
func (p *builder) empty(keys ...string) {
	for _, k := range keys {
		p.raw(k, `""`)
	}
}

// none are numbers that the simulation leaves unset; zeros those that are 0.
func (p *builder) none(keys ...string) {
	for _, k := range keys {
		p.raw(k, unset)
	}
}

func (p *builder) zeros(keys ...string) {
	for _, k := range keys {
		p.raw(k, zero)
	}
}

func (p *builder) end() []step { return append(p.steps, step{lit: p.lit}) }

func run(e *Encoder, steps []step, b []byte, v *cluster.View) []byte {
	b = append(b, '{')
	for i := range steps {
		b = append(b, steps[i].lit...)
		if steps[i].put != nil {
			b = steps[i].put(e, b, v)
		}
	}
	return append(b, '}')
}

// AppendJob writes a job of the queue; detail adds what flags=ALL leaves out: one entry for each core of its nodes.
func (e *Encoder) AppendJob(b []byte, v *cluster.View, detail bool) []byte {
	if detail {
		return run(e, e.detail, b, v)
	}
	return run(e, e.list, b, v)
}
