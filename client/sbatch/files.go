package sbatch

import (
	"errors"
	"fmt"
	"strings"

	"flexq/client/slurm"
)

// file reads a file of this machine that an option names.
func (b *builder) file(name, instead string) (string, error) {
	if b.readFile == nil {
		return "", errors.New("it names a file of this machine, which the cluster cannot read; " + instead)
	}
	text, err := b.readFile(name)
	if err != nil {
		return "", fmt.Errorf("%w; %s", err, instead)
	}
	return string(text), nil
}

// nodefile takes a file of names parted by blanks, line ends or commas; # begins a comment.
func (b *builder) nodefile(name string) error {
	list, err := b.nodesIn(name, "write the nodes themselves with --nodelist")
	if err != nil {
		return err
	}
	return nodes(func(j *slurm.Submission) *string { return &j.RequiredNodes })(b, list)
}

// nodesIn reads the nodes in a file.
func (b *builder) nodesIn(name, instead string) (string, error) {
	text, err := b.file(name, instead)
	if err != nil {
		return "", err
	}
	var list []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }) {
			if word = strings.Trim(word, ","); word != "" {
				list = append(list, word)
			}
		}
	}
	if len(list) == 0 {
		return "", fmt.Errorf("%s names no nodes; %s", name, instead)
	}
	if strings.Contains(strings.Join(list, ""), "/") {
		return "", fmt.Errorf("%s does not hold names of nodes; %s", name, instead)
	}
	return strings.Join(list, ","), nil
}

// exportFile takes NAME=value, each with a NUL behind it, as sbatch does.
func (b *builder) exportFile(name string) error {
	const instead = "write the variables with --export=NAME=value"
	text, err := b.file(name, instead)
	if err != nil {
		return err
	}
	var env []string
	for item := range strings.SplitSeq(text, "\x00") {
		if strings.TrimSpace(item) == "" {
			continue
		}
		if err := checkVariable(item); err != nil {
			return err
		}
		if !strings.Contains(item, "=") {
			return fmt.Errorf("%q in %s has no value; %s", item, name, instead)
		}
		env = append(env, item)
	}
	b.fileEnv = env
	return nil
}
