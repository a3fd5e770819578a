package shape

import (
	"strconv"
	"strings"

	"flexq/client/sim/internal/cluster"
)

// outPattern is where a job's output goes, as asked for: absolute, with its % patterns.
func outPattern(v *cluster.View) string {
	if v.StdOut != "" {
		return absolute(v.WorkDir, v.StdOut)
	}
	if v.Array != nil {
		return v.WorkDir + "/slurm-%A_%a.out"
	}
	return v.WorkDir + "/slurm-%j.out"
}

func errPattern(v *cluster.View) string {
	if v.StdErr != "" {
		return absolute(v.WorkDir, v.StdErr)
	}
	return ""
}

func inPath(v *cluster.View) string {
	if v.StdIn != "" {
		return absolute(v.WorkDir, v.StdIn)
	}
	return "/dev/null"
}

func absolute(dir, path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return dir + "/" + path
}

// expand fills in the patterns of a path.
func (e *Encoder) expand(v *cluster.View, path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] != '%' || i+1 == len(path) {
			b.WriteByte(path[i])
			continue
		}
		i++
		switch path[i] {
		case 'j', 'J':
			b.WriteString(strconv.FormatUint(uint64(v.ID), 10))
		case 'A':
			b.WriteString(strconv.FormatUint(uint64(arrayID(v)), 10))
		case 'a':
			b.WriteString(strconv.FormatUint(uint64(v.Task), 10)) // 4294967294 for tasks that wait, as in Slurm
		case 'x':
			b.WriteString(v.Name)
		case 'u':
			b.WriteString(v.User.Name)
		case 'N':
			if len(v.Alloc) > 0 {
				b.WriteString(e.c.Nodes()[v.Alloc[0].Node].Name)
			}
		case 'n', 't':
			b.WriteByte('0')
		case '%':
			b.WriteByte('%')
		default:
			b.WriteByte('%')
			b.WriteByte(path[i])
		}
	}
	return b.String()
}

func arrayID(v *cluster.View) uint32 {
	if v.Array != nil {
		return v.Array.ID
	}
	return v.ID
}
