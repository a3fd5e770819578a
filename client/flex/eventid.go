package flex

import (
	"strconv"
	"strings"
	"time"
)

// eventID joins the parts of an ID. None of them has a colon but the last.
func eventID(parts ...string) string { return strings.Join(parts, ":") }

// stamp writes a moment for an ID.
func stamp(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
