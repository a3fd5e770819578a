package pane

import (
	"errors"
	"fmt"
	"time"

	"flexq/client/fault"
)

// Status is how it stands with a kind of data: whether there is any, how old it is, and what went wrong last.
type Status struct {
	Has     bool      // there is data, perhaps old
	AsOf    time.Time // our clock when it was complete
	Asking  bool      // a call is under way
	Err     error     // why the last call failed; nil after a success
	NextTry time.Time // when the next call is due after a failure
	Partial string    // what the answer left out, in words
}

// Stale reports whether what is shown is older than it should be because calls fail.
func (s Status) Stale() bool { return s.Has && s.Err != nil }

// Sentences returns what went wrong and what to do, for a person.
func (s Status) Sentences() (what, cure string) { return Sentences(s.Err) }

// Forbidden reports whether the cluster refuses this data to us.
func (s Status) Forbidden() bool { return fault.KindOf(s.Err) == fault.PermissionDenied }

// Sentences returns what went wrong and what to do about it.
func Sentences(err error) (what, cure string) {
	if err == nil {
		return "", ""
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.What, f.Cure
	}
	return err.Error(), ""
}

// Age gives a time span as the screen shows the age of data: "3s", "4m", "2h05m", "3d04h".
func Age(d time.Duration) string {
	switch s := int64(d / time.Second); {
	case s < 0:
		return "0s"
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm", s/60)
	case s < 86400:
		return fmt.Sprintf("%dh%02dm", s/3600, s/60%60)
	default:
		return fmt.Sprintf("%dd%02dh", s/86400, s/3600%24)
	}
}
