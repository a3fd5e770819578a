package flex_test

import (
	"testing"
	"time"

	"flexq/client/flex"
)

func TestWhat(t *testing.T) {
	t.Parallel()
	end := since(8*h + 38*m) // a Monday, in UTC
	for _, tt := range []struct {
		event flex.Event
		zone  *time.Location
		want  string
	}{
		{flex.Event{Type: flex.LeaseEnds, At: since(8 * h), Ends: end, Text: "exact"}, time.UTC, "Mon 08:38, exact"},
		{flex.Event{Type: flex.LeaseEnds, At: since(8 * h), Ends: end, Text: "exact"}, time.FixedZone("", 9*3600), "Mon 17:38, exact"},
		{
			flex.Event{Type: flex.JobAtRisk, At: since(-7 * day), Ends: end, Text: "its limit is 2h00m beyond the end of its node's lease"},
			time.UTC,
			"its limit is 2h00m beyond the end of its node's lease (Mon 30 Nov 08:38)",
		},
		{flex.Event{Type: flex.LeaseEnds, Ends: end, At: end}, time.UTC, "Mon 08:38"},
		{flex.Event{Type: flex.JobFailed, Name: "train", Text: "exit code 1"}, time.UTC, "train: exit code 1"},
		{flex.Event{Type: flex.JobEnded, Name: "train"}, time.UTC, "train"},
		{flex.Event{Type: flex.LeaseEnds, Text: "in 58 min (exact)"}, time.UTC, "in 58 min (exact)"}, // of a program before this one
		{flex.Event{}, time.UTC, ""},
	} {
		if got := tt.event.What(tt.zone); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.event, got, tt.want)
		}
	}
}
