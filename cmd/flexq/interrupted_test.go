package main

import (
	"context"
	"errors"
	"testing"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
)

// What is interrupted says so and prints nothing: half a list with code 0 would pass for a whole one.
func TestInterruptedReads(t *testing.T) {
	t.Parallel()
	commands := map[string]func(context.Context, *stage) error{
		"nodes": func(ctx context.Context, s *stage) error {
			return nodesRun(ctx, &nodesOptions{s.reading("json"), s.judging()})
		},
		"pools": func(ctx context.Context, s *stage) error {
			return poolsRun(ctx, &poolsOptions{s.reading("json"), s.judging()})
		},
		"jobs": func(ctx context.Context, s *stage) error {
			return jobsRun(ctx, &jobsOptions{reading: s.reading("json"), judging: s.judging()})
		},
		"job": func(ctx context.Context, s *stage) error {
			s.api.job = func(slurm.Ref) (slurm.JobDetail, error) { return jobNow(1, "RUNNING") }
			return jobRun(ctx, &jobOptions{reading: s.reading("json"), judging: s.judging(), id: "1"})
		},
		"events": func(ctx context.Context, s *stage) error {
			return eventsRun(ctx, &eventsOptions{
				reading: s.reading("json"), now: s.now, since: sinceValue{text: "24h"},
				observer: func(context.Context, config.Settings) (observer, error) { return &teleprompter{}, nil },
			})
		},
		"report-node": func(ctx context.Context, s *stage) error {
			s.settings.Target.Kind = config.PlatformTarget
			return reportNodeRun(ctx, &reportNodeOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, yes: true, report: flex.FaultReport{Node: "c-a3u-0"},
				teller: func(config.Settings) (teller, error) { return &notebook{}, nil },
			})
		},
	}
	for name, command := range commands {
		for when, answer := range map[string]func(flex.Pools) (flex.Pools, error){
			"before the answer": func(flex.Pools) (flex.Pools, error) { return flex.Pools{}, fault.New(fault.Cancelled, "", "cancelled") },
			"after it":          func(p flex.Pools) (flex.Pools, error) { return p, nil },
		} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				s := leaseStage(t)
				ctx, cancel := context.WithCancel(t.Context())
				pools := s.api.pools
				s.api.pools = func() (flex.Pools, error) {
					cancel()
					known, err := pools()
					if err != nil {
						return known, err
					}
					return answer(known)
				}
				err := command(ctx, s)
				if fault.KindOf(err) != fault.Cancelled && !errors.Is(err, context.Canceled) {
					t.Errorf("got %v", err)
				}
				if s.out.Len() > 0 {
					t.Errorf("printed %s", s.out.String())
				}
			})
		}
	}
}
