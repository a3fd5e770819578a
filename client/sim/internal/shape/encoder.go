package shape

import (
	"strings"

	"flexq/client/sim/internal/cluster"
)

// Version is the last number of a data version: 42 for v0.0.42.
type Version int

// The data versions that can be written.
const (
	Oldest Version = 40
	Newest Version = 43
)

// Encoder writes one cluster in one data version. It is safe for concurrent use as far as the cluster is.
type Encoder struct {
	c       *cluster.Cluster
	version Version
	text    string // v0.0.42
	release string
	raw     bool // paths are shown as patterns, as Slurm does from 25.05 on
	list    []step
	detail  []step
	meta    [2][]byte // of slurmctld and of slurmdbd
}

// New returns an encoder.
func New(c *cluster.Cluster, v Version) *Encoder {
	e := &Encoder{
		c: c, version: v, text: "v0.0." + string('0'+rune(v/10)) + string('0'+rune(v%10)), release: c.Release(),
		raw: !strings.HasPrefix(c.Release(), "24."),
	}
	e.list, e.detail = e.compileJob(false), e.compileJob(true)
	e.meta[0], e.meta[1] = e.makeMeta("slurmctld", "root"), e.makeMeta("slurmdbd", "")
	return e
}

// Now returns the simulated time.
func (e *Encoder) Now() int64 { return e.c.Now() }

// Version returns the data version that the encoder writes.
func (e *Encoder) Version() Version { return e.version }

func (e *Encoder) makeMeta(plugin, user string) []byte {
	parts := strings.SplitN(e.release, ".", 3)
	for len(parts) < 3 {
		parts = append(parts, "0")
	}
	b := append([]byte(nil), `"meta":{"plugin":{"type":"openapi/`...)
	b = append(b, plugin...)
	b = append(b, `","name":"Slurm OpenAPI `...)
	b = append(b, plugin...)
	b = append(b, `","data_parser":"data_parser/`...)
	b = append(b, e.text...)
	b = append(b, `","accounting_storage":"accounting_storage/slurmdbd"},"client":{"source":"[localhost]:42010(fd:9)","user":"`...)
	b = append(b, user...)
	b = append(b, `","group":"`...)
	b = append(b, user...)
	b = append(b, `"},"command":[],"slurm":{"version":{"major":`...)
	b = AppendString(b, parts[0])
	b = append(b, `,"micro":`...)
	b = AppendString(b, parts[2])
	b = append(b, `,"minor":`...)
	b = AppendString(b, parts[1])
	b = append(b, `},"release":`...)
	b = AppendString(b, e.release)
	b = append(b, `,"cluster":`...)
	b = AppendString(b, e.c.Name())
	return append(b, "}}"...)
}

// Problem is an entry of errors[], or, without number and error, of warnings[].
type Problem struct {
	Description string
	Number      int
	Error       string
	Source      string
}

// Tail is what every answer carries beside its data.
type Tail struct {
	DBD              bool // the answer is slurmdbd's
	Errors, Warnings []Problem
}

// AppendTail ends an object that holds data: meta, errors, warnings, and the closing brace.
func (e *Encoder) AppendTail(b []byte, t Tail) []byte {
	b = append(b, e.metaOf(t)...)
	b = append(b, ',')
	b = appendProblems(b, t)
	return append(b, '}')
}

// AppendBare writes an answer without data, in the order that slurmrestd has for those.
func (e *Encoder) AppendBare(b []byte, t Tail) []byte {
	b = append(b, '{')
	b = appendProblems(b, t)
	b = append(b, ',')
	b = append(b, e.metaOf(t)...)
	return append(b, '}')
}

func (e *Encoder) metaOf(t Tail) []byte {
	if t.DBD {
		return e.meta[1]
	}
	return e.meta[0]
}

func appendProblems(b []byte, t Tail) []byte {
	b = append(b, `"errors":[`...)
	for i, p := range t.Errors {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"description":`...)
		b = AppendString(b, p.Description)
		b = append(b, `,"error_number":`...)
		b = appendInt(b, int64(p.Number))
		b = append(b, `,"error":`...)
		b = AppendString(b, p.Error)
		b = append(b, `,"source":`...)
		b = AppendString(b, p.Source)
		b = append(b, '}')
	}
	b = append(b, `],"warnings":[`...)
	for i, p := range t.Warnings {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"description":`...)
		b = AppendString(b, p.Description)
		b = append(b, `,"source":`...)
		b = AppendString(b, p.Source)
		b = append(b, '}')
	}
	return append(b, ']')
}
