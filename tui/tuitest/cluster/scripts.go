package cluster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
)

// Scripts are scripts in memory.
type Scripts struct {
	Files map[string]string
	// Unusable are files among the templates that cannot be one, and why.
	Unusable map[string]error

	mu   sync.Mutex
	hold Waiter
}

// Hold makes reading a file wait at w.
func (s *Scripts) Hold(w Waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = w
}

// Templates returns two templates, and what is unusable.
func (s *Scripts) Templates(context.Context) ([]tui.Template, error) {
	out := []tui.Template{
		{Name: "torchrun-flex", Help: "many nodes, checkpoint and requeue", Script: "#!/bin/bash\n#SBATCH --job-name=train\n" +
			"#SBATCH --partition=a3u\n#SBATCH --nodes=4\n#SBATCH --gpus-per-node=8\n#SBATCH --time=1-00\n#SBATCH --requeue\n#SBATCH --chdir=/home/alice\nsrun ./train.sh\n"},
		{Name: "mine", Help: "a script of the user's", Path: "/home/me/mine.sbatch", Script: "#!/bin/bash\nhostname\n"},
	}
	for _, name := range slices.Sorted(maps.Keys(s.Unusable)) {
		out = append(out, tui.Template{Name: name, Path: "/home/me/" + name, Unusable: s.Unusable[name]})
	}
	return out, nil
}

// Load returns a script by its path.
func (s *Scripts) Load(ctx context.Context, path string) (tui.Template, error) {
	s.mu.Lock()
	w := s.hold
	s.mu.Unlock()
	if w != nil {
		if err := w.Wait(ctx); err != nil {
			return tui.Template{}, &fault.Fault{Kind: fault.Cancelled, Op: "read script", What: "given up", Err: err}
		}
	}
	text, ok := s.Files[path]
	if !ok {
		return tui.Template{}, &fault.Fault{Kind: fault.Usage, Op: "read script", What: fmt.Sprintf("there is no file %s", path), Cure: "check the path"}
	}
	return tui.Template{Name: path, Path: path, Script: text}, nil
}

// Preview shows the request in a few lines.
func (s *Scripts) Preview(job slurm.Submission, version string) (tui.Preview, error) {
	lines := append([]string{"POST /slurm/" + version + "/job/submit", "name: " + job.Name, "partition: " + job.Partition}, strings.Split(job.Script, "\n")...)
	return tui.Preview{Lines: lines, Curl: []string{"curl --data-binary @- <<'END'", "name: " + job.Name, "END"}}, nil
}
