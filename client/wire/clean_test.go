package wire_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"flexq/client/wire"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "train-7b (v2)", "train-7b (v2)"},
		{"empty", "", ""},
		{"letters of many scripts", "тест 試験 δοκιμή परीक्षण", "тест 試験 δοκιμή परीक्षण"},
		{"emoji", "🚀 go", "🚀 go"},
		{"emoji of several parts", "👩‍🔬 lab", "👩‍🔬 lab"},
		{"emoji with selector", "❤️", "❤️"},
		{"accent as a mark", "e\u0301te\u0301", "e\u0301te\u0301"},
		{"newline and tab", "a\nb\tc\r\nd", "a b c  d"},
		{"other line ends", "a\u2028b\u2029c\u0085d\ve\ff", "a b c d e f"},
		{"nul, bell, backspace, delete", "a\x00b\ac\bd\x7f", "abcd"},
		{"colour", "\x1b[31mred\x1b[0m", "red"},
		{"colour with many parameters", "\x1b[38;2;255;0;0mred\x1b[m", "red"},
		{"clear the screen", "\x1b[2J\x1b[Hgone", "gone"},
		{"window title", "\x1b]0;owned\agood", "good"},
		{"clipboard", "\x1b]52;c;ZXZpbA==\x1b\\ok", "ok"},
		{"link", "\x1b]8;;https://example.com\x1b\\text\x1b]8;;\x1b\\", "text"},
		{"device control", "\x1bPq#0\x1b\\x", "x"},
		{"title without an end", "\x1b]0;the rest stays", "]0;the rest stays"},
		{"colour without an end", "\x1b[31", "[31"},
		{"colour broken off by text", "\x1b[31\x01mx", "[31mx"},
		{"reset", "\x1bcx", "cx"},
		{"escape at the end", "x\x1b", "x"},
		{"two escapes", "\x1b\x1b[31mx", "x"},
		{"sequence made by taking one out", "\x1b\x1b[0m[31mx", "[31mx"},
		{"C1 control sequence", "\u009b31mred", "red"},
		{"C1 title", "\u009d0;t\u009cx", "x"},
		{"C1 others", "a\u0080b\u0090c\u009fd", "abcd"},
		{"C1 as a bare byte", "a\x9b31mb", "a\ufffd31mb"},
		{"right-to-left override", "gpj\u202egnp.exe", "gpjgnp.exe"},
		{"embedding and pop", "\u202aa\u202bb\u202cc\u202dd", "abcd"},
		{"isolates", "\u2066a\u2067b\u2068c\u2069d", "abcd"},
		{"direction marks", "a\u200eb\u200fc\u061cd", "abcd"},
		{"zero width", "ad\u200bmin\ufeff\u2060", "admin"},
		{"joiners between ASCII", "ad\u200cm\u200din", "admin"},
		{"joiner at the ends", "\u200dé\u200d", "é"},
		{"soft hyphen", "ad\u00admin", "admin"},
		{"fillers", "a\u3164b\u115fc", "abc"},
		{"tags", "a\U000e0041\U000e007fb", "ab"},
		{"interlinear marks", "a\ufff9b\ufffbc", "abc"},
		{"noncharacters", "a\uffffb\U0001fffec", "abc"},
		{"invalid UTF-8", "a\xff\xfeb\xc3", "a\ufffd\ufffdb\ufffd"},
		{"surrogate half as bytes", "a\xed\xa0\x80b", "a\ufffd\ufffd\ufffdb"},
		{"visible format character", "\u0600\u0661", "\u0600\u0661"},
		{"tower of marks", "e" + strings.Repeat("\u0301", 500) + "x", "e" + strings.Repeat("\u0301", 8) + "x"},
		{"non-breaking space", "a\u00a0b", "a\u00a0b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := wire.Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.in, got, tt.want)
			}
			checkClean(t, tt.in)
		})
	}
}

// checkClean checks what holds for any text.
func checkClean(t *testing.T, in string) {
	t.Helper()
	got := wire.Clean(in)
	if !utf8.ValidString(got) {
		t.Errorf("Clean(%q) = %q is not valid UTF-8", in, got)
	}
	if n := utf8.RuneCountInString(got); n > utf8.RuneCountInString(in) {
		t.Errorf("Clean(%q) = %q has grown", in, got)
	}
	if again := wire.Clean(got); again != got {
		t.Errorf("Clean(%q) = %q, and of that %q", in, got, again)
	}
	for _, c := range got {
		if c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 ||
			c == 0x200b || c == 0x200e || c == 0x200f || c == 0xfeff || c == 0x2028 || c == 0x2029 {
			t.Errorf("Clean(%q) = %q still has %U", in, got, c)
		}
	}
	if isGraphic := strings.Map(func(c rune) rune {
		if c > ' ' && c < 0x7f {
			return c
		}
		return -1
	}, in); isGraphic == in && got != in {
		t.Errorf("Clean(%q) = %q changed printable text", in, got)
	}
}

// Text is cleaned where it is decoded, so that none of a job's many texts is forgotten.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	const hostile = `\u001b]0;owned\u0007x\u001b[31m\u202ey\u0000\nz\ud800`
	texts := []string{
		"name", "user_name", "group_name", "account", "partition", "qos", "cluster", "state_reason", "state_description", "nodes",
		"batch_host", "required_nodes", "excluded_nodes", "scheduled_nodes", "failed_node", "tres_per_node", "tres_per_job",
		"tres_per_task", "tres_per_socket", "features", "licenses", "resv_name", "network", "dependency", "comment",
		"admin_comment", "system_comment", "extra", "mail_user", "current_working_directory", "standard_input",
		"standard_output", "standard_error", "command", "submit_line", "container", "het_job_id_set", "array_task_string",
	}
	var b strings.Builder
	b.WriteString(`{"jobs": [{"job_id": 1, "array_job_id": 1, "het_job_id": 1, "gres_detail": ["` + hostile + `"], "job_state": ["RUNNING", "` + hostile +
		`"], "exit_code": {"signal": {"name": "` + hostile + `"}}`)
	for _, name := range texts {
		b.WriteString(`, "` + name + `": "` + hostile + `"`)
	}
	b.WriteString(`, "time_limit": {"` + hostile + `": [1]}}], "errors": [{"description": "` + hostile + `"}], "warnings": [{"source": "` + hostile +
		`"}], "meta": {"slurm": {"cluster": "` + hostile + `"}}}`)
	var reply wire.JobsReply
	p, err := wire.ReadPayload(strings.NewReader(b.String()), reply.Fields())
	if err != nil || len(reply.Jobs) != 1 {
		t.Fatalf("got %+v, %v", reply, err)
	}
	j := reply.Jobs[0]
	for _, s := range []string{
		j.Name, j.User, j.Group, j.Account, j.Partition, j.QOS, j.Cluster, j.Reason, j.StateDescription, string(j.Nodes), j.BatchHost,
		string(j.RequiredNodes), string(j.ExcludedNodes), string(j.ScheduledNodes), j.FailedNode, j.TRESPerNode, j.TRESPerJob,
		j.TRESPerTask, j.TRESPerSocket, j.Features, j.Licenses, j.Reservation, j.Network, j.Dependency, j.Comment, j.AdminComment,
		j.SystemComment, j.Extra, j.MailUser, j.WorkDir, j.StdIn, j.StdOut, j.StdErr, j.Command, j.SubmitLine, j.Container,
		string(j.Het.Set), j.Array.Tasks, j.GRESDetail[0], j.Exit.SignalName,
		p.Errors[0].Description, p.Warnings[0].Source, p.Meta.Cluster,
	} {
		if s != "xy z\ufffd" {
			t.Errorf("got %q", s)
		}
	}
	for _, s := range append(p.Skipped, j.State.String(), j.State.Other) {
		if s != wire.Clean(s) {
			t.Errorf("%q is not clean", s)
		}
	}
}

// A text of many sequences that never end takes no longer than another one of its length.
func TestCleanOfEndlessSequences(t *testing.T) {
	t.Parallel()
	const n = 300_000
	for _, unit := range []string{"\x1b]", "\x1bP", "\u009d", "\x1b_x"} {
		want := strings.Repeat(strings.TrimPrefix(strings.TrimPrefix(unit, "\x1b"), "\u009d"), n)
		if got := wire.Clean(strings.Repeat(unit, n)); got != want {
			t.Errorf("%q: %d bytes, want %d", unit, len(got), len(want))
		}
		if got := wire.Clean(strings.Repeat(unit, n) + "\aend" + unit); got != "end"+want[:len(want)/n] {
			t.Errorf("%q that ends: %d bytes", unit, len(got))
		}
	}
}
