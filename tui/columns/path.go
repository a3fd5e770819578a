package columns

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// ExpandPath replaces in a job's file name the patterns that Slurm does (sbatch(1), "filename pattern"): %j %J %A
// %a %x %u %N %%, with a width as in %4j. A relative name is put under the job's directory. Patterns that need
// what we don't know stay as they are.
func ExpandPath(j *slurm.Job, name string) string {
	if name == "" {
		return ""
	}
	if !path.IsAbs(name) && j.WorkDir != "" {
		name = path.Join(j.WorkDir, name)
	}
	if !strings.Contains(name, "%") {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] != '%' {
			b.WriteByte(name[i])
			continue
		}
		end := i + 1
		for end < len(name) && end-i <= 2 && name[end] >= '0' && name[end] <= '9' {
			end++
		}
		if end >= len(name) {
			b.WriteString(name[i:])
			break
		}
		value, ok := pattern(j, name[end])
		if !ok {
			b.WriteString(name[i : end+1])
		} else {
			b.WriteString(pad(value, name[i+1:end]))
		}
		i = end
	}
	return b.String()
}

func pattern(j *slurm.Job, c byte) (string, bool) {
	switch c {
	case '%':
		return "%", true
	case 'j', 'J':
		return strconv.FormatUint(j.ID, 10), true
	case 'A':
		if j.Array.Job != 0 {
			return strconv.FormatUint(j.Array.Job, 10), true
		}
		return strconv.FormatUint(j.ID, 10), true
	case 'a':
		if j.Array.HasTask {
			return strconv.FormatUint(uint64(j.Array.Task), 10), true
		}
		return "", false
	case 'x':
		return j.Name, j.Name != ""
	case 'u':
		return j.User, j.User != ""
	case 'N':
		return j.BatchHost, j.BatchHost != ""
	}
	return "", false
}

func pad(value, width string) string {
	n, err := strconv.Atoi(width)
	if err != nil || n > 10 {
		return value
	}
	if _, err := strconv.ParseUint(value, 10, 64); err != nil {
		return value
	}
	return fmt.Sprintf("%0*s", n, value)
}
