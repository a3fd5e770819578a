//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package journal

import "os"

// holdFile makes a file and holds it until it is closed or the program ends: Windows lets nobody remove a file that is
// open. Where a system does, a submit that is being sent may be looked for by others too, which does no harm.
func holdFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
}

// isHeld reports whether somebody holds a file; one that nobody holds is removed.
func isHeld(path string) bool { return os.Remove(path) != nil }
