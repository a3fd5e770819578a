package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
)

// what names a feed in timers.
type what uint8

const (
	jobsFeed what = iota
	nodesFeed
	poolsFeed
)

// Replies carry who asked: the generation of the feed, or the ticket of the question.
type (
	jobsArrived struct {
		gen   int
		list  slurm.List[slurm.Job]
		queue *columns.Queue // of the list, made before it is on the screen's loop
		err   error
	}
	nodesArrived struct {
		gen  int
		list slurm.List[slurm.Node]
		err  error
	}
	poolsArrived struct {
		gen   int
		pools flex.Pools
		err   error
	}
	clusterArrived struct {
		ticket int
		about  slurm.Cluster
		err    error
	}
	jobArrived struct {
		ref    slurm.Ref
		ticket int
		detail slurm.JobDetail
		err    error
	}
	templatesArrived struct {
		list []Template
		err  error
	}
	scriptLoaded struct {
		ticket int
		script Template
		err    error
	}
	partitionsArrived struct {
		list []slurm.Partition
		err  error
	}
	cancelReplied struct {
		batch   int
		target  pane.Target
		outcome slurm.CancelOutcome
		err     error
	}
	updateReplied struct {
		batch int
		verb  string
		err   error
	}
	nodesJoined struct {
		version int
		on      pane.On
	}
	retrying Retry

	pollDue struct {
		feed   what
		ticket int
		whole  bool
	}
	clusterDue   struct{ ticket int }
	secondPassed struct{ ticket int }
)

func fetchJobs(ctx context.Context, s Service, gen int, since slurm.Time) tea.Cmd {
	return func() tea.Msg {
		list, err := s.Jobs(ctx, since)
		return jobsArrived{gen, list, columns.NewQueue(list.Items), err}
	}
}

func fetchNodes(ctx context.Context, s Service, gen int) tea.Cmd {
	return func() tea.Msg {
		list, err := s.Nodes(ctx)
		return nodesArrived{gen, list, err}
	}
}

func fetchPools(ctx context.Context, s Service, gen int) tea.Cmd {
	return func() tea.Msg {
		pools, err := s.Pools(ctx)
		return poolsArrived{gen, pools, err}
	}
}

func fetchCluster(ctx context.Context, s Service, ticket int) tea.Cmd {
	return func() tea.Msg {
		about, err := s.Cluster(ctx)
		return clusterArrived{ticket, about, err}
	}
}

func fetchJob(ctx context.Context, s Service, ticket int, ref slurm.Ref) tea.Cmd {
	return func() tea.Msg {
		detail, err := s.Job(ctx, ref)
		return jobArrived{ref, ticket, detail, err}
	}
}

func fetchPartitions(ctx context.Context, s Service) tea.Cmd {
	return func() tea.Msg {
		list, err := s.Partitions(ctx)
		return partitionsArrived{list.Items, err}
	}
}

func fetchTemplates(ctx context.Context, s Scripts) tea.Cmd {
	return func() tea.Msg {
		list, err := s.Templates(ctx)
		return templatesArrived{list, err}
	}
}

func loadScript(ctx context.Context, s Scripts, ticket int, path string) tea.Cmd {
	return func() tea.Msg {
		t, err := s.Load(ctx, path)
		return scriptLoaded{ticket, t, err}
	}
}

func cancelJob(w *writes, s Service, batch int, t pane.Target) tea.Cmd {
	return func() tea.Msg {
		end := w.begin("cancel " + t.Ref.String())
		out, err := s.Cancel(w.ctx, t.Ref, "")
		end(cancelResult(out, err).text)
		return cancelReplied{batch, t, out, err}
	}
}

func updateJob(w *writes, s Service, batch int, t pane.Target, verb string) tea.Cmd {
	hold := verb == "hold"
	return func() tea.Msg {
		end := w.begin(verb + " " + t.Ref.String())
		err := s.Update(w.ctx, t.Ref, slurm.JobUpdate{Hold: &hold})
		if err != nil {
			end(failure(err).text)
		} else {
			end("accepted")
		}
		return updateReplied{batch, verb, err}
	}
}

// joinNodes finds the jobs on each node: with many jobs on many nodes that is too much for the screen's loop.
func joinNodes(version int, jobs []slurm.Job) tea.Cmd {
	return func() tea.Msg { return nodesJoined{version, pane.JobsOn(jobs)} }
}

// nextRetry waits for one notice. It lives as long as the program.
func nextRetry(ctx context.Context, notices <-chan Retry) tea.Cmd {
	if notices == nil {
		return nil
	}
	return func() tea.Msg {
		select {
		case r, ok := <-notices:
			if !ok {
				return nil
			}
			return retrying(r)
		case <-ctx.Done():
			return nil
		}
	}
}

func (a *App) tick(d time.Duration, msg tea.Msg) tea.Cmd {
	return a.opt.Tick(d, func(time.Time) tea.Msg { return msg })
}
