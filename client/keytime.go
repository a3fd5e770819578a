package client

import (
	"strings"
	"time"

	"flexq/client/slurm"
)

// IsKey reports whether s is the key of a submit, and nothing else.
func IsKey(s string) bool { return isKey(s) }

// KeyTime is when the key of a submit was made, by the clock of the machine that made it, to the millisecond; the zero
// time if it is no key.
func KeyTime(key string) time.Time {
	if !isKey(key) {
		return time.Time{}
	}
	ms := int64(0)
	for _, c := range key[len(slurm.KeyPrefix):][:10] { // 48 bits
		ms = ms<<5 | int64(strings.IndexRune(crockford, c))
	}
	return time.UnixMilli(ms)
}
