package client

import (
	"strings"
	"time"
)

// keyTime is when the key of a submit was made, to the millisecond; the zero time if it is no key.
func keyTime(key string) time.Time {
	if !isKey(key) {
		return time.Time{}
	}
	ms := int64(0)
	for _, c := range key[len(keyPrefix):][:10] { // 48 bits
		ms = ms<<5 | int64(strings.IndexRune(crockford, c))
	}
	return time.UnixMilli(ms)
}
