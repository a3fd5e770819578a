package client_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

const (
	accessPartitions = "GET /slurm/v0.0.42/partitions/?flags=ALL"
	accessOfAlice    = "GET /slurmdb/v0.0.42/associations/?user=alice"
	accessOfAll      = "GET /slurmdb/v0.0.42/associations/"
	accessQOS        = "GET /slurmdb/v0.0.42/qos/"

	accessLicenses     = "GET /slurm/v0.0.42/licenses/"
	accessReservations = "GET /slurm/v0.0.42/reservations/"
)

// bookable has the server tell of licences and reservations.
func bookable(s *server) {
	s.on(accessLicenses, file("v0.0.42/licenses.json"))
	s.on(accessReservations, file("v0.0.42/reservations.json"))
}

// wantAsked is wantCalls where some come at once.
func wantAsked(t *testing.T, s *server, want ...string) {
	t.Helper()
	got := s.asked()
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAccess(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bookable(s)
		s.on(accessPartitions, file("v0.0.42/partitions.json"))
		s.on(accessOfAlice, file("v0.0.42/associations.json"))
		s.on(accessQOS, file("v0.0.42/qos.json"))
		got, err := c.Access(t.Context(), "alice")
		if err != nil {
			t.Fatal(err)
		}
		if got.User != "alice" || !got.Complete || len(got.Associations) != 2 || len(got.QOS) != 6 || len(got.Partitions) != 3 {
			t.Errorf("got %+v", got)
		}
		if diff := cmp.Diff([]slurm.License{{Name: "solver", Total: 1, Free: 1}}, got.Licenses); diff != "" {
			t.Error(diff)
		}
		if len(got.Reservations) != 1 || got.Reservations[0].Name != "repair" || got.AsOf.IsZero() {
			t.Errorf("got %+v as of %v", got.Reservations, got.AsOf)
		}
		wantAsked(t, s, accessPartitions, accessLicenses, accessReservations, accessOfAlice, accessQOS)
	})
}

// A slurmdbd may serve several clusters, a server may not know the parameter, and one that hides others' associations
// proves nothing by showing none.
func TestAccessOfOthersIsLeftOut(t *testing.T) {
	t.Parallel()
	const meta = `"meta":{"slurm":{"cluster":"hcsdemo"}}`
	for text, want := range map[string]int{
		`{"associations":[],` + meta + `}`: 0,
		`{"associations":[{"account":"research","cluster":"hcsdemo","user":""},{"account":"research","cluster":"hcsdemo","user":"bob"},` +
			`{"account":"research","cluster":"other","user":"alice"}],` + meta + `}`: 0,
		`{"associations":[{"account":"research","cluster":"hcsdemo","user":"alice"},{"account":"ops","user":"alice"}],` + meta + `}`: 2,
	} {
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			bookable(s)
			s.on(accessPartitions, file("v0.0.42/partitions.json"))
			s.on(accessOfAlice, answer{status: 200, text: text})
			s.on(accessQOS, file("v0.0.42/qos.json"))
			got, err := c.Access(t.Context(), "alice")
			if err != nil || len(got.Associations) != want || got.Complete != (want > 0) {
				t.Errorf("%s: got %+v, %v", text, got.Associations, err)
			}
		})
	}
}

func TestAccessOfAnybody(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bookable(s)
		s.on(accessPartitions, file("v0.0.42/partitions.json"))
		s.on(accessOfAll, file("v0.0.42/associations.json"))
		s.on(accessQOS, file("v0.0.42/qos.json"))
		got, err := c.Access(t.Context(), "")
		if err != nil || got.Complete || len(got.Associations) != 2 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

// What accounting does not tell costs nothing of what slurmctld does, and the other way round.
func TestAccessInPart(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bookable(s)
		s.on(accessPartitions, file("v0.0.42/partitions.json"))
		s.on(accessOfAlice, answer{status: 502, file: "v0.0.42/db-down.json"})
		got, err := c.Access(t.Context(), "alice")
		wantKind(t, err, fault.AccountingDown)
		if len(got.Partitions) != 3 || got.Complete || got.QOS != nil {
			t.Errorf("got %+v", got)
		}
		if len(got.Licenses) != 1 || len(got.Reservations) != 1 {
			t.Errorf("got %+v and %+v", got.Licenses, got.Reservations)
		}
		wantAsked(t, s, accessPartitions, accessLicenses, accessReservations, accessOfAlice)
	})
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bookable(s)
		s.on(accessPartitions, answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
		s.on(accessOfAlice, file("v0.0.42/associations.json"))
		s.on(accessQOS, answer{status: 502, file: "v0.0.42/db-down.json"})
		got, err := c.Access(t.Context(), "alice")
		wantKind(t, err, fault.AccountingDown)
		if got.Partitions != nil || !got.Complete || got.QOS != nil {
			t.Errorf("got %+v", got)
		}
	})
}

// A slurmrestd without slurmdbd has no such path.
func TestAccessWithoutAccounting(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bookable(s)
		s.on(accessPartitions, file("v0.0.42/partitions.json"))
		s.on(accessOfAlice, answer{status: 404, text: "Unable find requested URL. Please view /openapi/v3 for API reference."})
		s.on("GET /slurm/v0.0.42/ping/", file("v0.0.42/ping.json"))
		got, err := c.Access(t.Context(), "alice")
		wantKind(t, err, fault.NotFound)
		if f := fault.From(err); f.What != "the cluster has no accounting: its slurmrestd serves no slurmdb" || len(got.Partitions) != 3 {
			t.Errorf("got %q and %d partitions", f.What, len(got.Partitions))
		}
	})
}

// A server that ignores flags=ALL does not show all partitions.
func TestAccessWithoutHiddenPartitions(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bookable(s)
		s.on(accessPartitions, answer{status: 200, text: `{"partitions":[{"name":"cpu"}],"warnings":[{"description":"Ignoring unknown field \"flags\" of type string in DATA_PARSER_OPENAPI_PARTITIONS_QUERY","source":"#/flags/"}]}`})
		s.on(accessOfAlice, file("v0.0.42/associations.json"))
		s.on(accessQOS, file("v0.0.42/qos.json"))
		if got, err := c.Access(t.Context(), "alice"); err != nil || got.Partitions != nil {
			t.Errorf("got %+v, %v", got.Partitions, err)
		}
	})
}

// None at all is known, and another thing than what Slurm does not tell.
func TestAccessWithoutLicences(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(accessPartitions, file("v0.0.42/partitions.json"))
		s.on(accessOfAlice, file("v0.0.42/associations.json"))
		s.on(accessQOS, file("v0.0.42/qos.json"))
		s.on(accessLicenses, answer{status: 200, text: `{"licenses":[],"warnings":[{"description":"Zero licenses to dump"}]}`})
		s.on(accessReservations, answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
		got, err := c.Access(t.Context(), "alice")
		if err != nil || got.Licenses == nil || len(got.Licenses) != 0 || got.Reservations != nil {
			t.Errorf("got %+v and %+v, %v", got.Licenses, got.Reservations, err)
		}
	})
}
