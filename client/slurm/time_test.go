package slurm_test

import (
	"math"
	"testing"
	"time"

	"flexq/client/slurm"
)

func TestTimeSub(t *testing.T) {
	t.Parallel()
	const longest, shortest time.Duration = math.MaxInt64, math.MinInt64
	tests := []struct {
		name string
		t, u slurm.Time
		want time.Duration
	}{
		{"later", 1796001133, 1796001100, 33 * time.Second},
		{"earlier", 1796001100, 1796001133, -33 * time.Second},
		{"unknown", 0, 5, 0},
		{"since unknown", 5, 0, 0},
		{"the longest that fits", 9223372037, 1, 9223372036 * time.Second},
		{"too long", 9223372038, 1, longest},
		{"the year 9999", 253402300799, 1, longest},
		{"and back", 1, 253402300799, shortest},
		{"beyond all numbers", math.MaxInt64, -5, longest},
		{"beyond all numbers, back", math.MinInt64, 5, shortest},
		{"the end to the beginning", math.MaxInt64, math.MinInt64, longest},
	}
	for _, tt := range tests {
		if got := tt.t.Sub(tt.u); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// No number that a server sends makes a time below zero.
func TestUsedOfOddNumbers(t *testing.T) {
	t.Parallel()
	const longest time.Duration = math.MaxInt64
	running := slurm.ParseJobState("RUNNING")
	tests := []struct {
		name string
		job  slurm.Job
		want time.Duration
	}{
		{"elapsed", slurm.Job{Source: slurm.Accounting, Elapsed: math.MaxInt64, State: running}, longest},
		{"elapsed below zero", slurm.Job{Source: slurm.Accounting, Elapsed: -7, State: slurm.ParseJobState("COMPLETED")}, 0},
		{"before the suspension", slurm.Job{State: running, Start: 1, Suspended: 500, PreSuspend: math.MaxInt64}, longest},
		{"before the suspension, below zero", slurm.Job{State: running, Start: 1, Suspended: 500, PreSuspend: math.MinInt64}, 500 * time.Second},
		{"started in the future", slurm.Job{State: running, Start: 253402300799}, 0},
	}
	for _, tt := range tests {
		if got := tt.job.Used(1000); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
