package config

// File is the config file as written, decoded and checked. It is read-only once loaded.
type File struct {
	// CurrentContext names the context that is used when neither flag nor environment names one. A file with a
	// single context need not say it.
	CurrentContext string `toml:"current_context"`
	// ReadOnly forbids all writes in every context that does not say otherwise.
	ReadOnly *bool              `toml:"read_only"`
	Contexts map[string]Context `toml:"contexts"`
	UI       UI                 `toml:"ui"`
	Notices  Notices            `toml:"notices"`
	// Keys maps actions of the screen to keys. It is kept as data: the screen knows the names.
	Keys map[string]KeyList `toml:"keys"`

	path  string
	doc   *document
	names []string // of the contexts, in order
}

// Context is one named target: a cluster of the platform (project, region and cluster) or a slurmrestd (url).
type Context struct {
	Project string `toml:"project"`
	Region  string `toml:"region"`
	Cluster string `toml:"cluster"`
	// Endpoint is the base URL of the platform; empty means https://REGION-aiplatform.googleapis.com.
	Endpoint string `toml:"endpoint"`
	// ComputeEndpoint is the base URL of Compute Engine's API; empty means https://compute.googleapis.com/compute/v1.
	ComputeEndpoint string `toml:"compute_endpoint"`
	// URL is the address of a slurmrestd: http(s)://HOST:PORT or unix:PATH.
	URL string `toml:"url"`

	// User is the Slurm user that counts as "mine", and whose name goes to a slurmrestd.
	User string `toml:"user"`
	// SlurmVersion pins the version of Slurm's REST data, as in v0.0.42.
	SlurmVersion string `toml:"slurm_version"`
	ReadOnly     *bool  `toml:"read_only"`
	// WorkDir is the working directory on the cluster of jobs that name none; Here is allowed for a slurmrestd. In it,
	// and in the four below, {user} stands for the user's name on the cluster.
	WorkDir string `toml:"work_dir"`
	// Account, Partition and QOS are those of jobs that name none.
	Account   string `toml:"account"`
	Partition string `toml:"partition"`
	QOS       string `toml:"qos"`
	// Env lists variables of each job: NAME=value, or NAME for the value that it has where flexq runs.
	Env []string `toml:"env"`
	// LeaseMargin is the spare time below which a job is called tight, as a duration.
	LeaseMargin string `toml:"lease_margin"`
	// Pools describes pools where the platform does not, as with a slurmrestd.
	Pools []Pool `toml:"pools"`
	Auth  Auth   `toml:"auth"`
}

// Pool is one pool of a context. Name and Nodes are needed.
type Pool struct {
	Name string `toml:"name"`
	// Nodes is a Slurm host list, in which * stands for anything.
	Nodes string `toml:"nodes"`
	// Model is how its machines are had: flex_start, on_demand, reservation or spot. Empty, it is what the platform says
	// of the pool, else flex_start.
	Model string `toml:"model"`
	// Duration is the longest life of a machine of flex_start, as a duration.
	Duration string `toml:"duration"`
	// Min is how many of its machines are always there.
	Min int `toml:"min"`
}

// kind says what the context speaks to.
func (c Context) kind() TargetKind {
	switch {
	case c.URL != "":
		return SlurmrestdTarget
	case c.Project != "" || c.Region != "" || c.Cluster != "":
		return PlatformTarget
	}
	return NoTarget
}

// Auth says where a credential comes from. At most one of the first four is set.
type Auth struct {
	ADC             *bool    `toml:"adc"`
	TokenCommand    []string `toml:"token_command"`
	TokenFile       string   `toml:"token_file"`
	TokenEnv        string   `toml:"token_env"`
	CredentialsFile string   `toml:"credentials_file"`
	QuotaProject    string   `toml:"quota_project"`
}

// UI holds the settings of the screen.
type UI struct {
	Theme   string `toml:"theme"`
	NoColor *bool  `toml:"no_color"`
	ASCII   *bool  `toml:"ascii"`
	// Mine shows only one's own jobs at first.
	Mine *bool `toml:"mine"`
	Poll Poll  `toml:"poll"`
}

// Notices says what the user is told of aloud. All are on unless the file says no.
type Notices struct {
	// Bell rings the terminal's bell, and Terminal shows a notification of the terminal's desktop.
	Bell     *bool `toml:"bell"`
	Terminal *bool `toml:"terminal"`
	// The rest are the occasions; of jobs, one's own and watched ones.
	JobEnded    *bool `toml:"job_ended"`
	JobFailed   *bool `toml:"job_failed"`
	JobRequeued *bool `toml:"job_requeued"`
	Lease       *bool `toml:"lease"`
}

// Poll holds the intervals between two questions, as durations in Go's form ("5s", "1m30s").
type Poll struct {
	Jobs    string `toml:"jobs"`
	Nodes   string `toml:"nodes"`
	Cluster string `toml:"cluster"`
}

// KeyList is one key or a list of keys: the file may hold either form.
type KeyList []string

// UnmarshalText takes the short form, one key.
func (k *KeyList) UnmarshalText(text []byte) error {
	*k = KeyList{string(text)}
	return nil
}
