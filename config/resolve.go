package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Flags are the persistent flags that were given, by name without dashes ("project", "read-only"). A flag that
// was not given is absent.
type Flags map[string]string

// resolver puts the four sources on top of each other.
type resolver struct {
	file     *File
	flags    Flags
	getenv   func(string) string
	rows     []Row
	problems []Problem
	warnings []string
}

// found is a value with its origin. A value that nobody gave is empty and FromDefault.
type found struct {
	value  string
	origin Origin
}

func (f found) given() bool { return f.origin.Kind != FromDefault }

// setting says where a value may come from. An empty name means that this source does not exist for it.
type setting struct {
	key       string // as shown
	flag, env string
	path      []string // in the file
	inFile    string   // the value of the file, empty when it has none
	lateEnv   string   // a variable that counts only where the file is silent
	otherwise string   // the default
	rule      rule
}

// Resolve puts flags, environment, file and defaults on top of each other and checks what came from outside the
// file. The error is a *Error. A missing target is not an error here: see Settings.NeedTarget.
func (f *File) Resolve(flags Flags, getenv func(string) string) (Settings, error) {
	r := &resolver{file: f, flags: flags, getenv: getenv}
	s := Settings{File: f.path, ContextNames: f.ContextNames()}
	s.Context, s.Target = r.target()
	ctx := f.Contexts[s.Context]
	s.User = r.pick(setting{key: "user", env: "FLEXQ_USER", path: ctxPath(s.Context, "user"), inFile: ctx.User, rule: userRule()}).value
	s.SlurmVersion = r.pick(setting{
		key: "slurm_version", flag: "slurm-version", env: "FLEXQ_SLURM_VERSION",
		path: ctxPath(s.Context, "slurm_version"), inFile: ctx.SlurmVersion, rule: slurmVersionRule(),
	}).value
	s.ReadOnly = r.readOnly(s.Context, ctx)
	r.jobs(&s, ctx)
	s.LeaseMargin = r.leaseMargin(s.Context, ctx)
	s.Pools = r.pools(s.Context, ctx)
	s.LogFile = r.logFile()
	s.Auth = r.credential(s.Context, s.Target.Kind, ctx.Auth)
	s.Screen = r.screen(f.UI)
	s.Notices = r.notices(f.Notices)
	return r.done(s)
}

// ResolveScreen is Resolve without a target and what belongs to one: flags, environment and contexts that name a
// cluster do not count.
func (f *File) ResolveScreen(flags Flags, getenv func(string) string) (Settings, error) {
	r := &resolver{file: f, flags: flags, getenv: getenv}
	s := Settings{File: f.path, ReadOnly: r.readOnly("", Context{}), LogFile: r.logFile(), Screen: r.screen(f.UI)}
	s.LeaseMargin, s.Notices = r.leaseMargin("", Context{}), r.notices(f.Notices)
	return r.done(s)
}

// done hands out the settings, unless something is wrong with them.
func (r *resolver) done(s Settings) (Settings, error) {
	if err := failed(r.problems); err != nil {
		return Settings{}, err
	}
	s.rows, s.Warnings = r.rows, r.warnings
	return s, nil
}

func (r *resolver) logFile() string {
	return r.pick(setting{key: "log_file", flag: "log-file", env: "FLEXQ_LOG_FILE"}).value
}

func ctxPath(context string, rest ...string) []string {
	return append([]string{"contexts", context}, rest...)
}

// peek finds a value without noting it.
func (r *resolver) peek(s setting) found {
	if v, ok := r.flags[s.flag]; ok && s.flag != "" {
		return found{v, Origin{FromFlag, "--" + s.flag}}
	}
	if s.env != "" {
		if v := r.getenv(s.env); v != "" {
			return found{v, Origin{FromEnv, s.env}}
		}
	}
	if s.inFile != "" {
		return found{s.inFile, Origin{FromFile, r.file.doc.at(s.path...)}}
	}
	if s.lateEnv != "" {
		if v := r.getenv(s.lateEnv); v != "" {
			return found{v, Origin{FromEnv, s.lateEnv}}
		}
	}
	return found{value: s.otherwise}
}

// pick finds a value, checks it unless the file's own check did, and notes it for `config show`.
func (r *resolver) pick(s setting) found {
	v := r.peek(s)
	if s.rule != nil && (v.origin.Kind == FromFlag || v.origin.Kind == FromEnv) {
		if what, cure := s.rule(v.value); what != "" {
			r.problem(v.origin, what, cure)
		}
	}
	r.note(s.key, v.value, v.origin)
	return v
}

func (r *resolver) problem(o Origin, what, cure string) {
	r.problems = append(r.problems, Problem{Where: o.String(), What: what, Cure: cure})
}

func (r *resolver) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

func (r *resolver) note(key, value string, o Origin) {
	r.rows = append(r.rows, Row{Key: key, Value: value, Origin: o})
}

// boolean is pick for true and false. The default is false, unless the setting has another.
func (r *resolver) boolean(s setting, inFile *bool) bool {
	if inFile != nil {
		s.inFile = strconv.FormatBool(*inFile)
	}
	s.otherwise = cmp.Or(s.otherwise, "false")
	v := r.peek(s)
	value, err := strconv.ParseBool(strings.ToLower(v.value))
	if err != nil {
		r.problem(v.origin, quoted(v.value)+" is neither true nor false", "use true or false")
	}
	r.note(s.key, strconv.FormatBool(value), v.origin)
	return value
}

// readOnly lets a context speak before the file as a whole.
func (r *resolver) readOnly(name string, ctx Context) bool {
	s := setting{key: "read_only", flag: "read-only", env: "FLEXQ_READ_ONLY", path: []string{"read_only"}}
	inFile := r.file.ReadOnly
	if ctx.ReadOnly != nil {
		s.path, inFile = ctxPath(name, "read_only"), ctx.ReadOnly
	}
	return r.boolean(s, inFile)
}

func (r *resolver) screen(ui UI) Screen {
	key := func(k string) []string { return append([]string{"ui"}, strings.Split(k, ".")...) }
	duration := func(name, inFile, otherwise string) time.Duration {
		v := r.pick(setting{key: "ui." + name, path: key(name), inFile: inFile, otherwise: otherwise})
		d, err := time.ParseDuration(v.value)
		if err != nil {
			r.problem(v.origin, err.Error(), "")
		}
		return d
	}
	s := Screen{
		Theme: r.pick(setting{
			key: "ui.theme", env: "FLEXQ_THEME", path: key("theme"), inFile: ui.Theme, otherwise: "auto", rule: themeRule(),
		}).value,
		NoColor: r.noColor(ui.NoColor),
		ASCII:   r.boolean(setting{key: "ui.ascii", env: "FLEXQ_ASCII", path: key("ascii")}, ui.ASCII),
		Mine:    r.boolean(setting{key: "ui.mine", flag: "mine", env: "FLEXQ_MINE", path: key("mine")}, ui.Mine),
	}
	s.PollJobs = duration("poll.jobs", ui.Poll.Jobs, "5s")
	s.PollNodes = duration("poll.nodes", ui.Poll.Nodes, "15s")
	s.PollCluster = duration("poll.cluster", ui.Poll.Cluster, "60s")
	s.Keys = r.keys()
	return s
}

// noColor follows https://no-color.org: any text in NO_COLOR counts, "0" and "false" too.
func (r *resolver) noColor(inFile *bool) bool {
	s := setting{key: "ui.no_color", flag: "no-color", path: []string{"ui", "no_color"}}
	if _, ok := r.flags["no-color"]; !ok && r.getenv("NO_COLOR") != "" {
		r.note(s.key, "true", Origin{FromEnv, "NO_COLOR"})
		return true
	}
	return r.boolean(s, inFile)
}

// keys takes the keys of the file. What they mean is for the screen to say.
func (r *resolver) keys() map[string][]string {
	out := make(map[string][]string, len(r.file.Keys))
	for _, action := range slices.Sorted(maps.Keys(r.file.Keys)) {
		path := []string{"keys", action}
		out[action] = r.file.Keys[action]
		r.note(dotted(path), strings.Join(out[action], " "), Origin{FromFile, r.file.doc.at(path...)})
	}
	return out
}
