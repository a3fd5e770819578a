package columns_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
)

func TestEventTime(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 3, 40, 0, 0, time.UTC) // a Monday
	for at, want := range map[time.Time]string{
		now: "03:40:00", now.Add(-3 * time.Hour): "00:40:00", now.Add(-4 * time.Hour): "Sun 23:40",
		now.AddDate(0, 0, -5): "Wed 03:40", now.AddDate(0, 0, -7): "23 Nov", now.Add(-220 * time.Minute): "00:00:00",
		now.Add(-220*time.Minute - 6*24*time.Hour): "Tue 00:00", now.Add(-220*time.Minute - 6*24*time.Hour - time.Second): "23 Nov", now.AddDate(0, 0, 1): "1 Dec",
	} {
		if got := columns.EventTime(at, now); got != want {
			t.Errorf("%v is %q, want %q", at, got, want)
		}
	}
}

func stream() []flex.Event {
	return []flex.Event{
		{ID: "a", Type: flex.EpilogError, Severity: flex.Critical, Node: "a3u7-a3u-1", Pool: "a3u", Jobs: []string{"88290_3"}, Text: "xid 79 on gpu 3"},
		{ID: "b", Type: flex.NodeDraining, Severity: flex.Notice, Node: "a3u7-a3u-12", Pool: "a3u", Jobs: []string{"88290_11"}},
		{ID: "c", Type: flex.JobRequeued, Severity: flex.Warning, Jobs: []string{"88102"}, User: "bob"},
		{ID: "d", Type: flex.NodeReady, Severity: flex.Info, Node: "a3u7-flex-1", Pool: "flex"},
		{ID: "e", Type: flex.LeaseEnds, Severity: flex.Notice, Node: "a3u7-a3u-1", Pool: "a3u", Jobs: []string{"882"}, Text: "in 58 min (exact)"},
	}
}

func TestEventFilter(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]string{
		"":                          "a b c d e",
		"node:a3u-1":                "a e", // the number is whole
		"node:a3u":                  "a b d e",
		"NODE:A3U7-FLEX-1":          "d",
		"pool:a3u -node:a3u-1":      "b",
		"job:88290":                 "a b",
		"job:88290_3":               "a",
		"job:882":                   "e",
		"type:drain":                "b",
		"type:requeued,ready":       "c d",
		"type:lease_ends":           "e",
		"sev:warning":               "a c",
		"-sev:notice":               "d",
		"xid":                       "a",
		"bob":                       "c",
		"-exact pool:a3u sev:n":     "a b",
		`"in 58 min"`:               "e",
		"job:88290 type:epilog xid": "a",
	} {
		f, err := columns.ParseFields(filter, columns.EventFields)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		query := columns.QueryOfEvents(f)
		var got []string
		for _, e := range stream() {
			if query.Match(&e) {
				got = append(got, e.ID)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q lets %q through, want %q", filter, got, want)
		}
	}
}

func TestEventFieldsThatAreWrong(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]string{
		"node:": "node: takes a word", "pool:": "pool: takes a word", "job:": "job: takes a word",
		"type:": `no type of event is called ""`, "type:nosuch": `no type of event is called "nosuch"`,
		"sev:": "sev: takes info, notice", "sev:x": "sev: takes info, notice",
	} {
		_, err := columns.ParseFields(filter, columns.EventFields)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %q", filter, err, want)
		}
	}
}

func BenchmarkEventFilter(b *testing.B) {
	f, err := columns.ParseFields("sev:notice node:a3u-1 -type:ready exact", columns.EventFields)
	if err != nil {
		b.Fatal(err)
	}
	query, events := columns.QueryOfEvents(f), stream()
	b.ReportAllocs()
	for b.Loop() {
		for i := range 5000 {
			query.Match(&events[i%len(events)])
		}
	}
}
