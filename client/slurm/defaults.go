package slurm

import (
	"slices"
	"strings"
)

// UserMark stands for the user's name in Defaults.
const UserMark = "{user}"

// Defaults are what is said once of all jobs of a context. What a job says of itself wins.
type Defaults struct {
	Account, Partition, QOS string
	WorkDir                 string
	Env                     []string // NAME=value; with a PATH, which every script needs
}

// NeedUser reports whether something depends on who the user is.
func (d Defaults) NeedUser() bool {
	return slices.ContainsFunc(append([]string{d.Account, d.Partition, d.QOS, d.WorkDir}, d.Env...), needsUser)
}

// MarkedFor returns those of the defaults that a submission takes, and that depend on who the user is, as they are written.
// Of Env that are the names alone.
func (d Defaults) MarkedFor(s Submission) Defaults {
	s.Parts = nil
	taken := s.WithDefaults(d)
	out := Defaults{}
	for _, f := range []struct{ to, own, filled *string }{
		{&out.Account, &s.Account, &taken.Account},
		{&out.Partition, &s.Partition, &taken.Partition},
		{&out.QOS, &s.QOS, &taken.QOS},
		{&out.WorkDir, &s.WorkDir, &taken.WorkDir},
	} {
		if *f.own == "" && needsUser(*f.filled) {
			*f.to = *f.filled
		}
	}
	for _, entry := range d.Env {
		if needsUser(entry) && slices.Contains(taken.Env, entry) {
			name, _, _ := strings.Cut(entry, "=")
			out.Env = append(out.Env, name)
		}
	}
	return out
}

func needsUser(s string) bool { return strings.Contains(s, UserMark) }

// For returns the defaults of a user. Without a name, what depends on one is left out.
func (d Defaults) For(user string) Defaults {
	for _, field := range []*string{&d.Account, &d.Partition, &d.QOS, &d.WorkDir} {
		*field = forUser(*field, user)
	}
	var env []string
	for _, entry := range d.Env {
		if filled := forUser(entry, user); filled != "" {
			env = append(env, filled)
		}
	}
	d.Env = env
	return d
}

func forUser(s, user string) string {
	if user == "" && needsUser(s) {
		return ""
	}
	return strings.ReplaceAll(s, UserMark, user)
}

// WithDefaults returns the submission with what it does not say filled in, in each of its parts. A job that is sent
// with --export=NONE or NIL wants no environment but its own: of Env it gets PATH alone.
func (s Submission) WithDefaults(d Defaults) Submission {
	s = s.withOwn(d)
	s.Parts = slices.Clone(s.Parts)
	for i := range s.Parts {
		s.Parts[i] = s.Parts[i].withOwn(d)
	}
	return s
}

func (s Submission) withOwn(d Defaults) Submission {
	for _, f := range []struct {
		field *string
		value string
	}{{&s.Account, d.Account}, {&s.Partition, d.Partition}, {&s.QOS, d.QOS}, {&s.WorkDir, d.WorkDir}} {
		if *f.field == "" {
			*f.field = f.value
		}
	}
	env := d.Env
	if s.WantsBareEnv() {
		env = slices.DeleteFunc(slices.Clone(env), func(e string) bool { return !strings.HasPrefix(e, "PATH=") })
	}
	s.Env = MergeEnv(env, s.Env)
	return s
}

// WantsBareEnv reports whether --export begins with NONE or NIL, so that no defaults but PATH count for its environment:
// Slurm passes the word on to srun in a variable.
func (s Submission) WantsBareEnv() bool {
	for _, entry := range s.Env {
		value, ok := strings.CutPrefix(entry, "SLURM_EXPORT_ENV=")
		word, _, _ := strings.Cut(strings.ToUpper(value), ",")
		if ok && (word == "NONE" || word == "NIL") {
			return true
		}
	}
	return false
}
