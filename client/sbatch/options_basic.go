package sbatch

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"flexq/client/slurm"
)

// text is an option whose value is taken as it is.
func text(field func(*slurm.Submission) *string) func(*builder, string) error {
	return func(b *builder, v string) error {
		*field(&b.job) = v
		return nil
	}
}

// file is an option that names a file of the cluster; "none" means none.
func file(field func(*slurm.Submission) *string) func(*builder, string) error {
	return func(b *builder, v string) error {
		if strings.EqualFold(v, "none") {
			v = "/dev/null"
		}
		*field(&b.job) = v
		return nil
	}
}

// nameFiles deals with names of files in which nothing stands: sbatch takes the working directory for the file.
func (b *builder) nameFiles() {
	j := &b.job
	for _, f := range []struct {
		option string
		field  *string
	}{{"output", &j.StdOut}, {"error", &j.StdErr}, {"input", &j.StdIn}} {
		u, ok := b.set[f.option]
		if !ok || *f.field != "" {
			continue
		}
		b.at(u)
		if j.WorkDir == "" {
			b.add(Error, "the name of the file is missing; leave the option out for Slurm's default")
			continue
		}
		*f.field = strings.TrimSuffix(j.WorkDir, "/") + "/"
		b.add(Warning, "the name of the file is missing, and sbatch takes the folder for it, which fails; leave the option out for Slurm's default")
	}
}

func basicOptions() []spec {
	return []spec{
		{name: "job-name", short: "J", value: "NAME", words: "name of the job", take: text(func(j *slurm.Submission) *string { return &j.Name })},
		{name: "partition", short: "p", value: "NAME", words: "partition, or several with commas", take: (*builder).partition},
		{name: "account", short: "A", value: "NAME", words: "account to charge", take: text(func(j *slurm.Submission) *string { return &j.Account })},
		{name: "qos", short: "q", value: "NAME", words: "quality of service", take: text(func(j *slurm.Submission) *string { return &j.QOS })},
		{name: "comment", value: "TEXT", words: "comment", take: text(func(j *slurm.Submission) *string { return &j.Comment })},
		{name: "extra", value: "TEXT", words: "extra text, as TensorBoard's folder", take: text(func(j *slurm.Submission) *string { return &j.Extra })},
		{name: "reservation", value: "NAME", words: "reservation to run in", take: text(func(j *slurm.Submission) *string { return &j.Reservation })},
		{name: "constraint", short: "C", value: "FEATURES", words: "features that the nodes must have", take: text(func(j *slurm.Submission) *string { return &j.Features })},
		{name: "prefer", value: "FEATURES", words: "features that the nodes should have", take: text(func(j *slurm.Submission) *string { return &j.Prefer })},
		{name: "licenses", short: "L", value: "LIST", words: "licenses", take: text(func(j *slurm.Submission) *string { return &j.Licenses })},
		{name: "mail-user", value: "ADDRESS", words: "whom to send mail", take: text(func(j *slurm.Submission) *string { return &j.MailUser })},
		{name: "mail-type", value: "EVENTS", words: "when to send mail, as in BEGIN,END,FAIL,TIME_LIMIT_90", take: (*builder).mailType},
		{name: "wckey", value: "KEY", words: "workload characterization key", take: text(func(j *slurm.Submission) *string { return &j.WCKey })},
		{name: "network", value: "SPEC", words: "network of the job's steps", take: text(func(j *slurm.Submission) *string { return &j.Network })},
		{name: "output", short: "o", value: "FILE", words: "file for the output; %j, %x, %A, %a are filled in", take: file(func(j *slurm.Submission) *string { return &j.StdOut })},
		{name: "error", short: "e", value: "FILE", words: "file for the errors", take: file(func(j *slurm.Submission) *string { return &j.StdErr })},
		{name: "input", short: "i", value: "FILE", words: "file to read from", take: file(func(j *slurm.Submission) *string { return &j.StdIn })},
		{name: "open-mode", value: "append|truncate", words: "how to open the output", take: (*builder).openMode},
		{name: "chdir", short: "D", value: "FOLDER", words: "working directory", take: (*builder).chdir},
		{name: "export", value: "NAME=VALUE,...", words: "environment of the job", take: (*builder).export},
		{name: "get-user-env", arg: mayHaveValue, value: "TIMEOUT", words: "load the login environment on the node", take: (*builder).getUserEnv},
		{name: "nodelist", short: "w", value: "NODES", words: "nodes that must be among the job's", take: nodes(func(j *slurm.Submission) *string { return &j.RequiredNodes })},
		{name: "exclude", short: "x", value: "NODES", words: "nodes that must not be", take: nodes(func(j *slurm.Submission) *string { return &j.ExcludedNodes })},
	}
}

func (b *builder) partition(v string) error {
	if v == "" {
		return errors.New("the name is missing; leave the option out for the cluster's default partition")
	}
	b.job.Partition = v
	return nil
}

func nodes(field func(*slurm.Submission) *string) func(*builder, string) error {
	return func(b *builder, v string) error {
		if strings.Contains(v, "/") { // which is the name of a file, to sbatch too
			list, err := b.nodesIn(v, "write the nodes themselves")
			if err != nil {
				return err
			}
			v = list
		}
		if err := slurm.Hostlist(v).Valid(); err != nil {
			return fmt.Errorf("%w; write a list such as a3u-[0-3],cpu-0", err)
		}
		*field(&b.job) = v
		if v == "" && field(&b.job) == &b.job.RequiredNodes {
			b.add(Warning, "the list is empty, and a job of no nodes comes of it, which runs nothing; name the nodes, or leave it out")
		}
		return nil
	}
}

func (b *builder) openMode(v string) error {
	switch { // sbatch looks at the first letter
	case strings.HasPrefix(strings.ToLower(v), "a"):
		b.job.OpenMode = "append"
	case strings.HasPrefix(strings.ToLower(v), "t"):
		b.job.OpenMode = "truncate"
	default:
		return fmt.Errorf("%q is not a way to open a file; write append or truncate", v)
	}
	return nil
}

// chdir takes a relative path from where the job is submitted, if that is known, as sbatch does.
func (b *builder) chdir(v string) error {
	if path.IsAbs(v) {
		b.job.WorkDir = v
		return nil
	}
	switch {
	case b.submitDir != "":
		b.job.WorkDir = strings.TrimSuffix(b.submitDir, "/") + "/" + v
		b.add(Warning, fmt.Sprintf("%q is not a full path, and becomes %s; write that", v, b.job.WorkDir))
		return nil
	case v == "":
		return errors.New("the folder is missing; write the full path on the cluster, or leave it out")
	}
	return fmt.Errorf("%q depends on where sbatch is called; write the full path on the cluster", v)
}

// mailType turns sbatch's words into those of the REST interface, which refuses others and yet takes the job. Of several
// words sbatch leaves out those that it does not know.
func (b *builder) mailType(v string) error {
	events := v
	if i := strings.Index(strings.ToUpper(","+v+","), ",NONE,"); i >= 0 {
		events = "" // sbatch does not look at the others
	} else if strings.Trim(v, ",") == "" {
		return errors.New("the events are missing; write NONE, BEGIN, END, FAIL, ALL or others of sbatch's")
	}
	var out []string
	if b.job.MailType != "" { // those that were said before stay
		out = strings.Split(b.job.MailType, ",")
	}
	known := events == ""
	strange := ""
	for word := range strings.SplitSeq(events, ",") {
		was := len(out)
		switch w := strings.ToUpper(word); w {
		case "":
		case "BEGIN", "END", "FAIL", "REQUEUE", "STAGE_OUT", "ARRAY_TASKS":
			out = append(out, w)
		case "ALL":
			out = append(out, "BEGIN", "END", "FAIL", "REQUEUE", "STAGE_OUT", "INVALID_DEPENDENCY")
		case "INVALID_DEPEND":
			out = append(out, "INVALID_DEPENDENCY")
		case "TIME_LIMIT":
			out = append(out, "TIME=100%")
		case "TIME_LIMIT_90", "TIME_LIMIT_80", "TIME_LIMIT_50":
			out = append(out, "TIME="+strings.TrimPrefix(w, "TIME_LIMIT_")+"%")
		default:
			strange = word
		}
		known = known || len(out) > was
	}
	const words = "write NONE, BEGIN, END, FAIL, REQUEUE, ALL, INVALID_DEPEND, STAGE_OUT, " +
		"TIME_LIMIT, TIME_LIMIT_90, TIME_LIMIT_80, TIME_LIMIT_50 or ARRAY_TASKS"
	switch {
	case !known:
		return fmt.Errorf("%q is not an event; %s", strange, words)
	case strange != "":
		b.add(Warning, fmt.Sprintf("%q is not an event, and sbatch leaves it out; %s", strange, words))
	}
	for i := len(out) - 1; i >= 0; i-- {
		if slices.Contains(out[:i], out[i]) {
			out = slices.Delete(out, i, i+1)
		}
	}
	b.job.MailType = strings.Join(out, ",")
	return nil
}
