package sbatch

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// governors are those that a frequency may name behind a colon, or stand for one.
func governors() []string {
	return []string{"conservative", "ondemand", "performance", "powersave", "schedutil", "userspace"}
}

// namedFrequencies are the words for a frequency, in Slurm's order: it takes highm1 for more than high, and any of them
// for more than a number.
func namedFrequencies() []string { return []string{"low", "medium", "high", "highm1"} }

// cpuFreq reads P1[-P2][:GOVERNOR] as sbatch does. slurmrestd reads it in the same way, and refuses the same.
func (b *builder) cpuFreq(v string) error {
	freq, governor, governed := strings.Cut(v, ":")
	if governor, _, _ = strings.Cut(strings.ToLower(governor), ":"); governed && !slices.Contains(governors(), governor) {
		return badFrequency(v)
	}
	low, high, isRange := strings.Cut(strings.ToLower(freq), "-")
	least, ok := frequency(low)
	if !ok && (governed || isRange || !slices.Contains(governors(), low)) {
		return badFrequency(v)
	}
	most, ok := frequency(high)
	switch {
	case isRange && !ok:
		return badFrequency(v)
	case isRange && !governed:
		return fmt.Errorf("%q is a range, which needs a governor; add one, as in %s:performance, or write one frequency", v, freq)
	case isRange && governor == "userspace":
		return fmt.Errorf("%q is a range, and the governor userspace takes none; write one frequency, or another governor", v)
	case isRange && least > most:
		return fmt.Errorf("%q begins above its end; write the lower frequency first, in the order of numbers, low, medium, high, highm1", v)
	case governed && !isRange && governor != "userspace":
		return fmt.Errorf("%q has a governor that needs a range; write LEAST-MOST before the colon, as in low-%s:%s", v, freq, governor)
	}
	b.job.Tuning.CPUFreq = v
	return nil
}

func badFrequency(v string) error {
	return fmt.Errorf("%q is not a frequency; write kHz or low, medium, high or highm1, or LEAST-MOST with a governor behind a colon, as in low-high:performance", v)
}

// frequency gives a number of kHz or a word for one a place in Slurm's order.
func frequency(word string) (uint64, bool) {
	if i := slices.Index(namedFrequencies(), word); i >= 0 {
		return math.MaxUint32 + uint64(i), true
	}
	n, err := strconv.ParseUint(unsigned(word), 10, 32)
	return n, err == nil && n > 0
}
