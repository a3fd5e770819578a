//go:build unix

package journal

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwn reports whether a folder belongs to the user.
func isOwn(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int64(stat.Uid) == int64(os.Geteuid())
}
