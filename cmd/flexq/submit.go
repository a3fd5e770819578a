package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/gateway"
	"flexq/client/template"
	"flexq/config"
)

type submitOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	// me names the user without asking the cluster, and seen by the jobs that were submitted from here; "" if they do not
	// know.
	me       func(context.Context, config.Settings) string
	seen     func(context.Context, config.Settings, service) (string, error)
	recalled func(config.Settings) string // the data version that an earlier run found, "" if none did
	template func(ctx context.Context, name string) (template.Template, error)
	// overhear lets somebody else than the user be told of reads that are tried again; nil is the user.
	overhear func(func(gateway.RetryNotice))
	getenv   func(string) string
	getwd    func() (string, error)
	sleep    func(context.Context, time.Duration) error
	now      func() time.Time
	waits    waits

	words   submitLine
	from    string   // the name of a template
	set     []string // its parameters
	dryRun  string   // how to show the request: json or curl; "" sends it
	force   bool
	noCheck bool
	asJSON  bool
}

func newSubmitCmd(f *factory, runF func(context.Context, *submitOptions) error) *cobra.Command {
	o := &submitOptions{
		streams: f.streams, settings: f.target, service: f.service, me: f.me, seen: f.seenUser, recalled: f.recalled, template: f.template,
		overhear: f.overhear, getenv: f.getenv, getwd: os.Getwd, sleep: f.sleep, now: f.now, waits: f.waits,
	}
	cmd := &cobra.Command{
		Use:   "submit {FILE | - | --wrap COMMAND | --template NAME} [flags] [options of sbatch] [-- ARGUMENT...]",
		Short: "Submit a batch script",
		Long:  submitHelp,
		// The options of sbatch are not of pflag's kind: see splitSubmit.
		DisableFlagParsing: true,
		Args:               cobra.ArbitraryArgs,
		ValidArgsFunction:  f.completeSubmit,
		RunE: func(cmd *cobra.Command, words []string) error {
			help, err := o.parse(cmd, words)
			switch {
			case err != nil:
				return (&submitting{submitOptions: o}).end(err)
			case help:
				return cmd.Help()
			}
			return orElse(runF, submitRun)(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.from, "template", "", "submit a template: see the command templates")
	flags.StringArrayVar(&o.set, "set", nil, "a parameter of the template, as in --set NODES=4 (repeated for each)")
	flags.StringVar(&o.dryRun, "dry-run", "", "print the request as json or curl, and send nothing")
	flags.Lookup("dry-run").NoOptDefVal = formatJSON
	flags.BoolVar(&o.force, "force", false, "submit in spite of what the checks find")
	flags.BoolVar(&o.noCheck, "no-check", false, "do not ask the cluster for what the checks need")
	flags.BoolVar(&o.asJSON, formatJSON, false, "print what became of it as JSON; -o json does so too")
	addSbatchOptions(cmd)
	cmd.SetUsageFunc(submitUsage)
	return cmd
}

const submitHelp = `Submit a batch script with its #SBATCH lines. All options of sbatch are taken, cut short and joined as sbatch takes them;
they go before those lines. The id of the job is all that is printed to the standard output. What stands after -- goes
to the script.

Differences from sbatch: options may stand after the script too; -o json asks for JSON (a file of that name is
--output=json); --context, --cluster and --help are flexq's own; variables SBATCH_... of the environment do not count;
--quiet, --verbose, --wait and --test-only are carried out by flexq.

The job runs in the directory of --chdir, else of "#SBATCH --chdir", else in work_dir of the context. There is no
other default: a directory of this machine means nothing on a cluster elsewhere. Only the context of a slurmrestd
may say work_dir = "." for the directory in which flexq runs. account, partition, qos and env of the context hold
where the job says nothing. {user} in them is the user on the cluster: as the context, the token or the cluster
says, or as the jobs show that were submitted from here.

The job's environment is that of a login of its user on its node (as with sbatch --get-user-env; none of it with
--export=NIL), but PATH is /usr/local/bin:/usr/bin:/bin unless env or --export gives another, and what env of the
context and --export add. With --export=NONE or NIL env of the context does not count. Nothing else of this
machine's environment goes along: a NAME alone, in env or after --export, takes the value that it has here.
Variables SLURM_... are refused.

Before it is sent, the job is held against what the cluster says: partitions, machines, accounts, QOS, and the leases
of Flex Start nodes. What Slurm would refuse, or what could never run, is not sent, unless --force says so. What the
cluster does not tell within some seconds is not checked. --test-only (--test) does this alone. Slurm's REST interface
has no call that tries a job out, so that when it would start is not known.

With -o json there is one item, whatever goes wrong: outcome is submitted, checked (with --test-only), invalid (nothing
was sent), refused (by Slurm), unknown (look for the key) or failed. id and key are null unless there is a job, or, for
the key, may be one; state and exitCode are null unless --wait has seen its end. problems has level, line, part, option,
what and cure of each finding.`

// parse takes the command line. It reports whether help is wanted.
func (o *submitOptions) parse(cmd *cobra.Command, words []string) (help bool, err error) {
	o.words, err = splitSubmit(words, cmd.Flags())
	// Errors of the command line are told as JSON too.
	o.asJSON = slices.Contains(o.words.own, "--"+formatJSON)
	if err != nil {
		return false, err
	}
	if err := cmd.Flags().Parse(o.words.own); err != nil {
		return false, flagError(cmd, err)
	}
	if help, err = cmd.Flags().GetBool("help"); help || err != nil {
		return help, err
	}
	if err := checkFlags(cmd, nil); err != nil {
		return false, err
	}
	return false, o.checkWords()
}

// checkWords looks whether there is one script, and not two.
func (o *submitOptions) checkWords() error {
	wrap, test := o.words.options.has("wrap"), o.words.options.has("test-only")
	switch {
	case test && o.noCheck:
		return usagef("leave one of the two out", "--test-only does nothing but what --no-check leaves out")
	case test && o.dryRun != "":
		return usagef("leave one of the two out", "--test-only looks at the job, and --dry-run shows it")
	case o.dryRun != "" && o.dryRun != formatJSON && o.dryRun != dryCurl:
		return usagef("write --dry-run, --dry-run=json or --dry-run=curl", "--dry-run: there is no form %q", o.dryRun)
	case len(o.set) > 0 && o.from == "":
		return usagef("name it with --template", "--set is for the parameters of a template")
	case slices.ContainsFunc(o.words.options, func(w optionWord) bool { return w.name == "wrap" && !w.hasValue }):
		return usagef("write --wrap=COMMAND", "--wrap: its value is missing")
	case wrap && !o.words.options.firstPart().has("wrap"):
		return usagef("put it before the first :", "--wrap: it gives the script of the whole job, and stands in a later part of it")
	case wrap && o.from != "":
		return usagef("leave one of the two out", "--wrap and --template both give a script")
	case (wrap || o.from != "") && len(o.words.files) > 0:
		given := "--wrap"
		if !wrap {
			given = "--template"
		}
		return usagef("arguments of the script go after --", "%s gives the script, and there is %q too", given, o.words.files[0])
	case wrap && len(o.words.args) > 0:
		return usagef("write them into the command", "a command of --wrap takes no arguments, but there is %q", o.words.args[0])
	case wrap || o.from != "":
		return nil
	case len(o.words.files) == 0 && len(o.words.args) > 0:
		return usagef("name a file, or -, before the --", "the batch script is missing: what stands after -- are its arguments")
	case len(o.words.files) == 0:
		return usagef("name a file, or - for the standard input", "the batch script is missing")
	case strings.TrimSpace(o.words.files[0]) == "":
		return usagef("name a batch script; a variable of a script may be empty", "the name of the batch script is empty")
	case len(o.words.files) > 1 && o.dryRun == formatJSON && slices.Contains(o.words.files, dryCurl):
		return usagef("write --dry-run=curl", "--dry-run: its form is joined by =")
	case len(o.words.files) > 1:
		return usagef("arguments of the script go after --", "there is one argument too many: %q", o.words.files[1])
	}
	return nil
}
