package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
)

// Identity is what makes two contexts the same cluster, whatever they are called.
type Identity struct {
	// Address is that of a slurmrestd (a URL or the path of a socket), or of a platform that is not Google's own.
	Address                  string
	Project, Region, Cluster string
}

// longestName bounds the readable part of a folder's name: with the rest of a path it stays within what systems take.
const longestName = 64

// Folder names the folder of a cluster: readable letters for people, and a hash that tells apart what those cannot,
// as upper and lower case on systems that do not. It is safe as the name of a file everywhere.
func Folder(id Identity) string {
	parts := []string{address(id.Address), id.Project, id.Region, id.Cluster}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	var name strings.Builder
	for _, part := range []string{id.Project, id.Region, id.Cluster} {
		name.WriteString("-" + part)
	}
	if id.Project+id.Cluster == "" {
		name.WriteString(parts[0])
	}
	readable := plain(name.String())
	if readable == "" {
		readable = "cluster"
	}
	return readable + "-" + hex.EncodeToString(sum[:5])
}

// address writes the forms of one URL alike.
func address(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return strings.TrimRight(s, "/")
	}
	return strings.ToLower(u.Scheme+"://"+u.Host) + strings.TrimRight(u.EscapedPath(), "/")
}

// plain keeps small letters, digits and single hyphens.
func plain(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
		if b.Len() >= longestName {
			break
		}
	}
	return b.String()
}
