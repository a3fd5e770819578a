package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"flexq/client/slurm"
)

// plain writes a value of a field as text: what is not known is empty, lists are joined by commas.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case []string:
		return strings.Join(v, ",")
	default:
		return fmt.Sprint(v)
	}
}

// stamp is a moment in JSON and CSV: RFC 3339 in UTC, nil when it is not known.
func stamp(t slurm.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.Std().UTC().Format(time.RFC3339)
}

// local is a moment in a table, in the zone of this machine, as squeue writes it.
func local(t slurm.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Std().Format("2006-01-02T15:04:05")
}

// number is one of Slurm's numbers: nil when not set, and when infinite.
func number(n slurm.Num) any {
	if !n.Set || n.Infinite {
		return nil
	}
	return n.Value
}

// id is an id that 0 means the absence of.
func id(n uint64) any {
	if n == 0 {
		return nil
	}
	return n
}
