// Package config reads the settings of flexq: a strict TOML file, the environment and the flags of the command
// line, in the precedence flag > environment > file > default, and it remembers where each value came from.
//
// The package knows nothing of clusters, terminals or commands: it imports the standard library and a TOML
// parser only, takes the environment as a function, and hands out plain values. It never holds a token: it
// knows the place where one is kept (a command, a file, the name of an environment variable).
//
//	file, err := config.Load(config.Locate("", getenv))
//	settings, err := file.Resolve(config.Flags{"context": "train"}, getenv)
//
// A file with every key:
//
//	current_context = "train"
//	read_only = false
//
//	[contexts.train]
//	project = "my-project"
//	region = "europe-west4"
//	cluster = "a3u7"
//	endpoint = "https://europe-west4-aiplatform.googleapis.com"   # the default
//	compute_endpoint = "https://compute.googleapis.com/compute/v1"   # the default
//	user = "alice"              # who "mine" is, where the service does not say
//	slurm_version = "v0.0.42"   # else found by asking
//	read_only = true
//	work_dir = "/home/{user}"   # of submitted jobs that name none; {user} is the user's name on the cluster
//	account = "ml"              # and these four
//	partition = "a3u"
//	qos = "high"
//	env = ["HF_HOME=/scratch/{user}", "WANDB_PROJECT"]   # variables of each job; a NAME has the value that it has here
//	lease_margin = "1h"         # a job that fits with less is called tight
//	[contexts.train.auth]       # one of the first four
//	adc = true                  # the default: Application Default Credentials
//	token_command = ["gcloud", "auth", "print-access-token"]
//	token_file = "token"        # relative to this file
//	token_env = "MY_TOKEN"
//	credentials_file = "key.json"
//	quota_project = "my-project"
//
//	[contexts.lab]
//	url = "http://127.0.0.1:6820"   # a slurmrestd; or https://..., or unix:/run/slurmrestd.sock
//	work_dir = "."              # the directory in which flexq runs, if the cluster has it too
//	[[contexts.lab.pools]]      # what the platform would say of a pool; with a platform what it does not say
//	name = "a3u"
//	nodes = "lab-a3u-[0-7],spare-*"   # a Slurm host list; * stands for anything
//	model = "flex_start"        # the default, unless the platform knows it; or on_demand, reservation, spot
//	duration = "7d"             # longest life of a machine, of flex_start: 30s to 7d
//	min = 2                     # of its machines are always there
//
//	[ui]
//	theme = "auto"              # auto, dark, light, ansi, mono
//	no_color = false
//	ascii = false
//	mine = false
//	[ui.poll]
//	jobs = "5s"
//	nodes = "15s"
//	cluster = "60s"
//
//	[notices]                   # all true unless said
//	bell = true                 # ring the terminal's bell
//	terminal = true             # the terminal's own notification
//	job_ended = true            # one's own or a watched job ended well,
//	job_failed = true           # or not,
//	job_requeued = true         # or was requeued
//	lease = true                # a lease under a running job ends within the hour
//
//	[keys]                      # of the screen's actions
//	cancel = ["c", "delete"]
package config
