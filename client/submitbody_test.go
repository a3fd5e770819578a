package client_test

import (
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
)

// A request that is shown has a mark for its key, and must not seem to fit where that which is sent does not.
func TestSubmitBody(t *testing.T) {
	t.Parallel()
	room := 1024 - len(" "+key)
	for name, tt := range map[string]struct{ comment, key, want, fails string }{
		"sent":             {"run", key, `"comment":"run ` + key + `"`, ""},
		"shown":            {"run", client.KeyMark, `"comment":"run flexq:{key}"`, ""},
		"by another":       {"run " + key + " 7", "", `"comment":"run 7"`, ""},
		"alone":            {"", client.KeyMark, `"comment":"flexq:{key}"`, ""},
		"fits when sent":   {strings.Repeat("x", room), client.KeyMark, "xxx flexq:{key}", ""},
		"too long to send": {strings.Repeat("x", room+1), client.KeyMark, "", "the comment has 1025 bytes with the key that flexq adds to it, and Slurm takes 1024"},
		"fits another":     {strings.Repeat("x", 1024), "", `xxx"`, ""},
		"too long for all": {strings.Repeat("x", 1025), "", "", "the comment has 1025 bytes, and Slurm takes 1024"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job := script()
			job.Comment = tt.comment
			body, err := client.SubmitBody(job, tt.key, "v0.0.42")
			if tt.fails != "" {
				if f := asKind(t, err, fault.Usage); f.What != tt.fails {
					t.Errorf("got %v, want %s", f, tt.fails)
				}
				return
			}
			if err != nil || !strings.Contains(string(body), tt.want) {
				t.Errorf("got %s, %v, want %s", body, err, tt.want)
			}
		})
	}
}
