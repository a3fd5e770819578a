package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"flexq/client/sim"
)

// simShape says what is simulated; demo and sim share it.
type simShape struct {
	jobs, nodes int
	speed       float64
	seed        int64
}

func (s *simShape) add(cmd *cobra.Command, speed float64) {
	cmd.Flags().IntVar(&s.jobs, "jobs", 300, fmt.Sprintf("jobs in the queue at the start, to %d; with 0 it stays empty", mostJobs))
	cmd.Flags().IntVar(&s.nodes, "nodes", 24, fmt.Sprintf("compute nodes, %d to %d", leastNodes, mostNodes))
	cmd.Flags().Float64Var(&s.speed, "speed", speed, "simulated seconds in one second")
	cmd.Flags().Int64Var(&s.seed, "seed", 1, "the same seed gives the same cluster and the same course of events")
}

// What the simulation can carry on the machine of whoever tries it.
const (
	mostJobs   = 200_000
	leastNodes = 8
	mostNodes  = 5_000
)

// check refuses what could not be simulated.
func (s *simShape) check() error {
	switch {
	case s.jobs < 0 || s.jobs > mostJobs:
		return usagef(fmt.Sprintf("use a number from 0 (an empty queue) to %d", mostJobs), "--jobs: %d cannot be", s.jobs)
	case s.nodes < leastNodes || s.nodes > mostNodes:
		return usagef(fmt.Sprintf("use a number from %d to %d", leastNodes, mostNodes), "--nodes: %d cannot be", s.nodes)
	case !(s.speed >= 0) || s.speed > 1e6:
		return usagef("use a number from 0 (time stands still) to 1000000", "--speed: %v cannot be", s.speed)
	}
	return nil
}

// records is the number of jobs in the words of the simulation, where 0 is its own default.
func (s *simShape) records() int {
	if s.jobs == 0 {
		return -1
	}
	return s.jobs
}

// isUserName reports whether a name can be that of an account on a cluster.
func isUserName(s string) bool {
	for i, r := range s {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r != '-' && r != '.' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != "" && len(s) <= 32
}

type simOptions struct {
	streams
	simShape
	now         func() time.Time
	getenv      func(string) string
	listen      string
	unsafe      bool
	writeConfig string
	force       bool
	profile     string
	user        string
	project     string
	region      string
	cluster     string
	restd       string
	restdToken  string
	restdFile   string
	deny        []string
}

func newSimCmd(f *factory, runF func(context.Context, *simOptions) error) *cobra.Command {
	o := &simOptions{streams: f.streams, now: f.now, getenv: f.getenv}
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Serve the simulated platform, for tests and scripts",
		Long: "Serve the simulated platform until it is interrupted. When it serves, it prints one JSON line with endpoint,\n" +
			"project, region, cluster and config. With --write-config it writes a config file, and beside it a credential\n" +
			"file for its own token endpoint: `flexq --config FILE jobs` then reaches it. It writes over such files of its\n" +
			"own, and over others only with --force. With --slurmrestd its Slurm calls go to a real slurmrestd, with the\n" +
			"token of --slurmrestd-token-file, --slurmrestd-token or SLURM_JWT; a token on the command line can be seen by\n" +
			"all users of this machine.",
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.project, o.region, o.cluster = given(cmd, "project"), given(cmd, "region"), given(cmd, "cluster")
			return orElse(runF, simRun)(cmd.Context(), o)
		},
	}
	o.add(cmd, 1)
	flags := cmd.Flags()
	flags.StringVar(&o.listen, "listen", "127.0.0.1:0", "address; port 0 takes a free one")
	flags.BoolVar(&o.unsafe, "unsafe-listen", false, "allow an address that other machines can reach")
	flags.StringVar(&o.writeConfig, "write-config", "", "write a config file, and a credential file beside it")
	flags.BoolVar(&o.force, "force", false, "let --write-config write over files that flexq sim did not write")
	flags.StringVar(&o.profile, "profile", "demo", "demo (a busy training cluster) or lab (small and empty)")
	flags.StringVar(&o.user, "user", "alice", "user of the credential file")
	flags.StringSliceVar(&o.deny, "deny", nil, "what the user may not: compute, resource, slurm (with commas between several)")
	flags.StringVar(&o.restd, "slurmrestd", "", "send Slurm calls to this slurmrestd: http://HOST:PORT or unix:PATH")
	flags.StringVar(&o.restdToken, "slurmrestd-token", "", "its token (better: --slurmrestd-token-file or SLURM_JWT)")
	flags.StringVar(&o.restdFile, "slurmrestd-token-file", "", "file that holds its token; read for each call")
	return cmd
}

// given is the value of a persistent flag of the root command.
func given(cmd *cobra.Command, name string) string {
	if flag := cmd.Flag(name); flag != nil {
		return flag.Value.String()
	}
	return ""
}

func simRun(ctx context.Context, o *simOptions) error {
	access, err := accessWithout(o.deny)
	if err := errors.Join(o.check(), checkLoopback(o.listen, o.unsafe), err); err != nil {
		return err
	}
	if o.writeConfig != "" && !o.force {
		if err := mayWrite(o.writeConfig); err != nil {
			return err
		}
	}
	cfg, err := o.config(ctx)
	if err != nil {
		return err
	}
	s, err := serveSim(ctx, cfg, o.listen)
	if err != nil {
		return err
	}
	s.SetAccess(o.user, access.cluster, access.noCompute)
	if err := o.announce(s, cfg); err != nil {
		return errors.Join(err, s.close(ctx))
	}
	select {
	case <-ctx.Done():
		return s.close(ctx)
	case err := <-s.done:
		if errors.Is(err, http.ErrServerClosed) {
			err = nil
		}
		return errors.Join(err, s.close(ctx))
	}
}

// config turns the flags into what is simulated.
func (o *simOptions) config(ctx context.Context) (sim.Config, error) {
	cfg := sim.Config{
		Profile: sim.Demo, Seed: o.seed, Jobs: o.records(), Nodes: o.nodes, Speed: o.speed, Now: o.now,
		Project: or(o.project, "flexq-demo"), Region: or(o.region, "us-central1"), Cluster: or(o.cluster, "demo"),
	}
	if !isUserName(o.user) {
		return cfg, usagef("use letters, digits, dots, dashes and underscores, as in alice", "--user: %q cannot be the name of a user", o.user)
	}
	switch o.profile {
	case "demo":
	case "lab":
		cfg.Profile, cfg.Cluster = sim.Lab, or(o.cluster, "hcsdemo")
	default:
		return cfg, usagef("use demo or lab", "--profile: there is no profile %q", o.profile)
	}
	if o.restd == "" {
		return cfg, nil
	}
	if o.restdToken != "" && o.restdFile != "" {
		return cfg, usagef("keep the file", "--slurmrestd-token and --slurmrestd-token-file exclude each other")
	}
	if o.restdFile != "" {
		_, err := unlessEnded(ctx.Done(), func() ([]byte, error) { return os.ReadFile(o.restdFile) })
		switch {
		case errors.Is(err, context.Canceled):
			return cfg, err
		case err != nil:
			return cfg, usagef("name a file with the token", "--slurmrestd-token-file: %v", err)
		}
	}
	cfg.Forward = &sim.Forward{URL: o.restd, Token: o.forwardToken}
	return cfg, nil
}

// forwardToken is asked for with each call, so that a file that is renewed counts at once.
func (o *simOptions) forwardToken() string {
	if o.restdFile != "" {
		data, err := os.ReadFile(o.restdFile)
		if err != nil {
			return ""
		}
		return strings.TrimPrefix(strings.TrimSpace(string(data)), "SLURM_JWT=")
	}
	return or(o.restdToken, o.getenv("SLURM_JWT"))
}

func or(value, otherwise string) string {
	if value != "" {
		return value
	}
	return otherwise
}

// simLine is what sim prints when it serves. The keys are a promise to scripts.
type simLine struct {
	Endpoint string `json:"endpoint"`
	Project  string `json:"project"`
	Region   string `json:"region"`
	Cluster  string `json:"cluster"`
	Config   string `json:"config"` // path, "" without --write-config
}

// announce writes the config, then says that the service is there.
func (o *simOptions) announce(s *simServer, cfg sim.Config) error {
	line := simLine{Endpoint: s.endpoint, Project: cfg.Project, Region: cfg.Region, Cluster: cfg.Cluster, Config: o.writeConfig}
	if o.writeConfig != "" {
		credentials, err := s.Credentials(o.user, s.endpoint+"/token")
		if err != nil {
			return usagef("choose another --user", "%v", err)
		}
		if err := writeSimConfig(o.writeConfig, line, o.user, credentials.ServiceAccount); err != nil {
			return err
		}
	}
	out, err := json.Marshal(line)
	if err != nil {
		return fmt.Errorf("encode the announcement: %w", err)
	}
	if _, err := fmt.Fprintf(o.Out, "%s\n", out); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}
