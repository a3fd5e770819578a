package submit_test

import (
	"testing"

	"flexq/tui/pane/submit"
)

// Whoever types the name of an entry gets that, and not a draft that is called so too.
func TestAnEntryGoesBeforeADraftOfItsName(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"empty", "gemma"} {
		s := open(t, 120, 37)
		s.SetDrafts([]submit.Draft{
			{ID: "d1", From: name, Name: name, Text: "#!/bin/bash\n: draft\n", Changed: night()},
			{ID: "d2", From: name, Name: name + "-2", Text: "#!/bin/bash\n: draft\n", Changed: night()},
		}, nil)
		s.write(name).press("enter")
		if s.Script() == "#!/bin/bash\n: draft\n" || len(s.Fields()) == 0 {
			t.Errorf("%s opens\n%s", name, s.Script())
		}
		s.see(" " + name + " ")
	}
}
