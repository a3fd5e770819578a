package config

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Settings are the values that count, after flags, environment, file and defaults were put on top of each other.
// They are checked, complete and read-only.
type Settings struct {
	// File is the config file that was read, "" if there was none.
	File string
	// Context is the named context in use; "" when the target was given by flags or environment alone.
	Context string
	Target  Target
	// User is the Slurm user that counts as "mine"; "" when nobody said.
	User string
	// SlurmVersion pins Slurm's REST data version; "" means that it is found by asking.
	SlurmVersion string
	ReadOnly     bool
	// WorkDir is the working directory on the cluster of jobs that name none: "" when not configured, Here for the
	// directory in which flexq runs.
	WorkDir string
	// Account, Partition and QOS are those of jobs that name none, and Env the variables of each job: NAME=value, or
	// NAME for the value that it has here. In all of these, and in WorkDir, {user} stands for the user on the cluster.
	Account, Partition, QOS string
	Env                     []string
	LogFile                 string
	Auth                    Credential
	Screen                  Screen
	// LeaseMargin is the spare time below which a job is called tight.
	LeaseMargin time.Duration
	// Pools are those that the context describes.
	Pools   []PoolSettings
	Notices NoticeSettings
	// Warnings are settings that were left aside, in words.
	Warnings []string
	// ContextNames lists the contexts of the file.
	ContextNames []string

	rows []Row
}

// TargetKind says what is spoken to.
type TargetKind uint8

// The kinds of target.
const (
	NoTarget TargetKind = iota
	PlatformTarget
	SlurmrestdTarget
)

// Target is the cluster that is spoken to.
type Target struct {
	Kind TargetKind
	// Project, Region and Cluster are set for PlatformTarget. Endpoint may be empty: the region's own.
	Project, Region, Cluster, Endpoint string
	// Compute is the base of Compute Engine's API for PlatformTarget; it may be empty: Google's own.
	Compute string
	// URL is set for SlurmrestdTarget: http(s)://HOST:PORT or unix:PATH.
	URL string
}

// Label names the target shortly, for the header of the screen and the "context" of an answer.
func (t Target) Label() string {
	switch t.Kind {
	case PlatformTarget:
		return t.Project + "/" + t.Region + "/" + t.Cluster
	case SlurmrestdTarget:
		return t.URL
	case NoTarget:
	}
	return ""
}

// Insecure reports whether a token on its way to the target could be read by others: a slurmrestd elsewhere over
// plain http. No token is ever sent to such a one. The endpoint of a platform is never insecure.
func (t Target) Insecure() bool {
	u, err := url.Parse(t.URL)
	return t.Kind == SlurmrestdTarget && err == nil && u.Scheme == "http" && !isLoopback(u.Hostname())
}

// Name is the name of the context, or the label of the target when it has none.
func (s Settings) Name() string {
	if s.Context != "" {
		return s.Context
	}
	return s.Target.Label()
}

// ErrNoTarget is returned when nothing at all says what to speak to: no context, no flag, no environment.
var ErrNoTarget = errors.New("no cluster is configured")

// NeedTarget returns an error when there is nothing to speak to: ErrNoTarget when nothing is configured at all,
// or a *Error when there are contexts and none of them is in use.
func (s Settings) NeedTarget() error {
	if s.Target.Kind != NoTarget {
		return nil
	}
	if len(s.ContextNames) == 0 {
		return ErrNoTarget
	}
	return failed([]Problem{{
		Where: s.File,
		What:  "no context is in use",
		Cure:  "run `flexq use NAME` or give --context NAME, where NAME is one of " + strings.Join(s.ContextNames, ", "),
	}})
}

// CredentialKind says how a token is had.
type CredentialKind uint8

// The kinds of credential.
const (
	// NoCredential: a slurmrestd that lets one in without a token, as on a unix socket.
	NoCredential CredentialKind = iota
	ADC
	TokenCommand
	TokenFile
	TokenEnv
)

// Credential says where a token is had. It never holds one.
type Credential struct {
	Kind            CredentialKind
	Command         []string
	File            string // absolute
	Env             string // name of the variable
	CredentialsFile string // absolute, for ADC; "" means the usual places
	QuotaProject    string
}

// Screen are the settings of the screen.
type Screen struct {
	Theme                string
	NoColor, ASCII, Mine bool
	PollJobs             time.Duration
	PollNodes            time.Duration
	PollCluster          time.Duration
	// Keys are those of the file, by action; empty where it says nothing.
	Keys map[string][]string
}

// PoolSettings is one pool that the file describes, checked.
type PoolSettings struct {
	Name, Nodes string // Nodes is a Slurm host list with * for anything
	Model       string // FLEX_START, ON_DEMAND, RESERVATION, SPOT, or "" if it does not say: see Pool.Model
	Duration    time.Duration
	Min         int
}

// NoticeSettings says what the user is told of aloud: by what means, and on which occasions.
type NoticeSettings struct {
	Bell, Terminal                          bool
	JobEnded, JobFailed, JobRequeued, Lease bool
}

// Row is one setting as `config show` prints it. Value is redacted.
type Row struct {
	Key    string
	Value  string
	Origin Origin
}

// Row returns the row of one setting, as in "keys", "cancel"; a zero one if nobody gave it.
func (s Settings) Row(path ...string) Row {
	key := dotted(path)
	if i := slices.IndexFunc(s.rows, func(r Row) bool { return r.Key == key }); i >= 0 {
		return s.rows[i]
	}
	return Row{}
}

// Rows lists every setting with its value and origin, in a fixed order.
func (s Settings) Rows() []Row { return slices.Clone(s.rows) }
