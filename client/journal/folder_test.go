package journal_test

import (
	"strings"
	"testing"

	"flexq/client/journal"
)

func TestFolderNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id   journal.Identity
		want string // without the hash
	}{
		{journal.Identity{Project: "Proj-1", Region: "us-central1", Cluster: "alice"}, "proj-1-us-central1-alice"},
		{journal.Identity{Address: "http://localhost:6820/"}, "http-localhost-6820"},
		{journal.Identity{Address: "/run/slurmrestd.sock"}, "run-slurmrestd-sock"},
		{journal.Identity{Address: "../../..\\CON:\x00"}, "con"},
		{journal.Identity{Cluster: "日本"}, "cluster"},
		{journal.Identity{}, "cluster"},
		{journal.Identity{Project: strings.Repeat("p", 300)}, strings.Repeat("p", 64)},
	}
	seen := map[string]bool{}
	for _, tt := range tests {
		got := journal.Folder(tt.id)
		name, hash, _ := cutLast(got)
		diff(t, "folder of "+tt.id.Address+tt.id.Project, tt.want, name)
		if len(hash) != 10 || seen[got] {
			t.Errorf("%q is not told apart", got)
		}
		seen[got] = true
	}
}

func cutLast(s string) (string, string, bool) {
	i := strings.LastIndexByte(s, '-')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

func TestFolderIsThatOfTheCluster(t *testing.T) {
	t.Parallel()
	same := func(a, b journal.Identity) bool { return journal.Folder(a) == journal.Folder(b) }
	a := journal.Identity{Project: "p", Region: "r", Cluster: "c"}
	other := a
	other.Address = "http://127.0.0.1:9999"
	for _, b := range []journal.Identity{other, {Project: "p-r", Cluster: "c"}, {Project: "P", Region: "r", Cluster: "c"}} {
		if same(a, b) {
			t.Errorf("%+v has the folder of %+v", b, a)
		}
	}
	if !same(journal.Identity{Address: "HTTP://LocalHost:6820"}, journal.Identity{Address: "http://localhost:6820/"}) {
		t.Error("two forms of one address have two folders")
	}
	if same(journal.Identity{Address: "http://h/A"}, journal.Identity{Address: "http://h/a"}) {
		t.Error("paths that differ in case share a folder")
	}
}
