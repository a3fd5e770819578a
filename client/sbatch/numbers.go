package sbatch

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// parseInt reads a whole number as sbatch does: blanks and a sign may stand before it, and it is less than 2^31-1.
func parseInt(v string) (uint64, bool) {
	digits := unsigned(v)
	if digits == "" || digits[0] < '0' || digits[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil && n < math.MaxInt32
}

// unsigned leaves out the blanks and the plus that strtol takes before a number.
func unsigned(v string) string { return strings.TrimPrefix(strings.TrimLeft(v, blanks+"\n"), "+") }

// most16 is the largest number that a field of 16 bits can hold: the last two mean none and all.
const most16 = math.MaxUint16 - 2

// count16 is count where Slurm keeps the number in 16 bits, of which it would cut off the rest.
func count16(field func(*slurm.Submission) *uint32) func(*builder, string) error {
	take := count(field)
	return func(b *builder, v string) error {
		if n, ok := parseInt(v); ok && n > most16 {
			return fmt.Errorf("%q is more than Slurm can keep; write at most %d", v, most16)
		}
		return take(b, v)
	}
}

// count is an option whose value is a number from 1 on.
func count(field func(*slurm.Submission) *uint32) func(*builder, string) error {
	return func(b *builder, v string) error {
		n, ok := parseInt(v)
		if !ok || n == 0 {
			return fmt.Errorf("%q is not a number; write a whole number from 1 on", v)
		}
		*field(&b.job) = uint32(n)
		return nil
	}
}

// number is an option whose value is a whole number within bounds. Where it may be 0, nothing is 0 too.
func number(field func(*slurm.Submission) *slurm.Num, least, most uint64) func(*builder, string) error {
	return func(b *builder, v string) error {
		n, ok := parseInt(v)
		if v == "" && least == 0 {
			n, ok = 0, true
		}
		if !ok || n < least || n > most {
			return fmt.Errorf("%q is not a number; write a whole number from %d to %d", v, least, most)
		}
		*field(&b.job) = slurm.NumOf(n)
		return nil
	}
}

// looseNumber reads a number where sbatch does not look at what stands behind it, and says so where something does.
func (b *builder) looseNumber(v string) (int64, error) {
	text := strings.TrimLeft(v, blanks+"\n")
	end := 0
	if text != "" && (text[0] == '-' || text[0] == '+') {
		end = 1
	}
	for end < len(text) && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(text[:end], "+"), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is too large a number; write a smaller one", v)
	case err != nil:
		n = 0
	}
	if err != nil || end < len(text) {
		b.add(Warning, fmt.Sprintf("%q is no number, and sbatch takes it for %d; write a whole number", v, n))
	}
	return n, nil
}
