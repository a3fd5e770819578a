package client

import (
	"io"
	"regexp"
	"sync"
	"time"

	"flexq/client/slurm"
)

// crockford is the alphabet of ULIDs (https://github.com/ulid/spec).
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// KeySource returns a maker of submission keys: flexq:<ULID>, unique and in the order of time to the millisecond.
// It may be called from several goroutines. Where entropy fails, keys are told apart by a counter.
func KeySource(now func() time.Time, entropy io.Reader) func() string {
	var mu sync.Mutex
	var count byte
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		var id [16]byte
		ms := uint64(now().UnixMilli())
		for i := range 6 {
			id[i] = byte(ms >> (40 - 8*i))
		}
		if _, err := io.ReadFull(entropy, id[6:]); err != nil {
			count++
			id[15] = count
		}
		return slurm.KeyPrefix + encodeULID(id)
	}
}

// encodeULID writes 128 bits as 26 characters of 5 bits, the first of which has 3.
func encodeULID(id [16]byte) string {
	var out [26]byte
	acc, bits, n := uint(0), 2, 0 // two zero bits in front fill up to 130
	for _, b := range id {
		acc, bits = acc<<8|uint(b), bits+8
		for bits >= 5 {
			bits -= 5
			out[n] = crockford[acc>>bits&31]
			n++
		}
	}
	return string(out[:])
}

// withKey puts the key behind the user's own comment, in place of the key of an earlier submit; no key ("") takes that
// out. One blank parts the two; what else the comment has of blanks is the user's.
func withKey(comment, key string) string {
	own := keyWithBlank().ReplaceAllString(comment, "")
	if own == "" || key == "" {
		return own + key
	}
	return own + " " + key
}

// keyWithBlank finds the key of any submit with the blank that parts it from the user's own comment.
func keyWithBlank() *regexp.Regexp {
	key := keyPattern().String()
	return regexp.MustCompile(`^` + key + ` ?| ?` + key)
}

// isKey reports whether s is the key of a submit, and nothing else.
func isKey(s string) bool { return keyPattern().FindString(s) == s && s != "" }

// keyPattern finds the key of any submit.
func keyPattern() *regexp.Regexp {
	return regexp.MustCompile(slurm.KeyPrefix + "[" + crockford + "]{26}")
}
