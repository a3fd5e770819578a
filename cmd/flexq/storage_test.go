package main

import (
	"path/filepath"
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/config"
)

// The screen learns that nothing can be kept: no folder is known, or a file stands in its place.
func TestStorage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "taken", "flexq"), "")
	s := config.Settings{Target: config.Target{Kind: config.SlurmrestdTarget, URL: "https://slurm.example:6820"}}
	for name, tt := range map[string]struct {
		env  map[string]string
		want string
	}{
		"good":    {map[string]string{"XDG_STATE_HOME": filepath.Join(dir, "good")}, ""},
		"no home": {nil, "no folder is known for drafts and for the ledger"},
		"a file":  {map[string]string{"XDG_STATE_HOME": filepath.Join(dir, "taken")}, "the ledger cannot be written: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st, _ := typing("")
			f := newFactory(st, vars(tt.env))
			noted, err := f.noting(s, nil, func(err error) { t.Error(err) })
			if err != nil {
				t.Fatal(err)
			}
			err = f.storageOf(s, noted).Check(t.Context())
			if told := fault.From(err); tt.want == "" && err != nil ||
				tt.want != "" && (told == nil || !strings.HasPrefix(told.What, tt.want) || told.Cure == "") {
				t.Errorf("got %v", err)
			}
			if err := f.close(); err != nil {
				t.Error(err)
			}
		})
	}
	if got := newFactory(streams{}, vars(nil)).storageOf(config.Settings{Target: s.Target, ReadOnly: true}, nil); got != nil {
		t.Errorf("got %v where nothing may be sent", got)
	}
}
