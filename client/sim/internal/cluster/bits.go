package cluster

import (
	"encoding/hex"
	"math/bits"
	"strconv"
	"strings"
)

// Bits is a set of task numbers.
type Bits struct {
	words []uint64
	n     int
}

func (b *Bits) set(i uint32) {
	for int(i/64) >= len(b.words) {
		b.words = append(b.words, 0)
	}
	if m := uint64(1) << (i % 64); b.words[i/64]&m == 0 {
		b.words[i/64] |= m
		b.n++
	}
}

func (b *Bits) clear(i uint32) {
	if b.has(i) {
		b.words[i/64] &^= uint64(1) << (i % 64)
		b.n--
	}
}

func (b *Bits) has(i uint32) bool {
	return int(i/64) < len(b.words) && b.words[i/64]&(1<<(i%64)) != 0
}

// Len returns how many numbers the set has.
func (b *Bits) Len() int { return b.n }

// All calls yield with each number, rising, until it says stop.
func (b *Bits) All(yield func(uint32) bool) {
	for i, w := range b.words {
		for w != 0 {
			if !yield(uint32(i*64 + bits.TrailingZeros64(w))) {
				return
			}
			w &= w - 1
		}
	}
}

func (b *Bits) first() (uint32, bool) {
	for i := range b.All {
		return i, true
	}
	return 0, false
}

// Hex returns the set as accounting keeps it: "0x2C".
func (b *Bits) Hex() string {
	raw := make([]byte, 0, len(b.words)*8)
	for i := len(b.words) - 1; i >= 0; i-- {
		for s := 56; s >= 0; s -= 8 {
			raw = append(raw, byte(b.words[i]>>s))
		}
	}
	s := strings.TrimLeft(strings.ToUpper(hex.EncodeToString(raw)), "0")
	if s == "" {
		s = "0"
	}
	return "0x" + s
}

// shownLen is how much of a task list slurmctld's clients show.
const shownLen = 64

// String returns the set as squeue shows it: with a step when it is regular, and cut short with dots when long.
func (b *Bits) String() string {
	if s, ok := b.stepped(); ok {
		return s
	}
	var out []byte
	from, prev, open := uint32(0), uint32(0), false
	flush := func() {
		if len(out) > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendUint(out, uint64(from), 10)
		if prev > from {
			out = append(out, '-')
			out = strconv.AppendUint(out, uint64(prev), 10)
		}
	}
	for i := range b.All {
		if open && i != prev+1 {
			flush()
			from = i
		}
		if !open {
			from, open = i, true
		}
		prev = i
		if len(out) > shownLen {
			break
		}
	}
	if open && len(out) <= shownLen {
		flush()
	}
	if len(out) >= shownLen {
		out = append(out[:shownLen-4], "..."...)
	}
	return string(out)
}

func (b *Bits) stepped() (string, bool) {
	if b.n < 3 {
		return "", false
	}
	var first, prev, step uint32
	k := 0
	for i := range b.All {
		switch k {
		case 0:
			first = i
		case 1:
			step = i - prev
		default:
			if i-prev != step {
				return "", false
			}
		}
		prev = i
		k++
	}
	if step < 2 {
		return "", false
	}
	return strconv.Itoa(int(first)) + "-" + strconv.Itoa(int(prev)) + ":" + strconv.Itoa(int(step)), true
}

// maxArray is MaxArraySize of slurm.conf.
const maxArray = 20001

// parseTasks reads --array: "0-5%2", "1,3,10-20:5".
func parseTasks(expr string) (set Bits, throttle uint32, ok bool) {
	list, lim, limited := strings.Cut(expr, "%")
	if limited {
		n, err := strconv.ParseUint(lim, 10, 32)
		if err != nil {
			return set, 0, false
		}
		throttle = uint32(n)
	}
	for _, part := range strings.Split(list, ",") {
		lo, hi, step, ok := parseRange(part)
		if !ok || hi >= maxArray {
			return set, 0, false
		}
		for i := lo; i <= hi; i += step {
			set.set(i)
		}
	}
	return set, throttle, set.n > 0
}

func parseRange(s string) (lo, hi, step uint32, ok bool) {
	body, by, stepped := strings.Cut(s, ":")
	from, to, ranged := strings.Cut(body, "-")
	a, err := strconv.ParseUint(from, 10, 32)
	if err != nil {
		return 0, 0, 0, false
	}
	b, k := a, uint64(1)
	if ranged {
		if b, err = strconv.ParseUint(to, 10, 32); err != nil || b < a {
			return 0, 0, 0, false
		}
	}
	if stepped {
		if k, err = strconv.ParseUint(by, 10, 32); err != nil || k == 0 || !ranged {
			return 0, 0, 0, false
		}
	}
	return uint32(a), uint32(b), uint32(k), true
}
