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
	// URL is the address of a slurmrestd: http(s)://HOST:PORT or unix:PATH.
	URL string `toml:"url"`

	// User is the Slurm user that counts as "mine", and whose name goes to a slurmrestd.
	User string `toml:"user"`
	// SlurmVersion pins the version of Slurm's REST data, as in v0.0.42.
	SlurmVersion string `toml:"slurm_version"`
	ReadOnly     *bool  `toml:"read_only"`
	// WorkDir is the working directory on the cluster of jobs that name none; Here is allowed for a slurmrestd.
	WorkDir string `toml:"work_dir"`
	Auth    Auth   `toml:"auth"`
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
