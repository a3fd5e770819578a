package form_test

import (
	"testing"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/form"
)

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		th := theme.New(name, name != theme.Light, false)
		f := form.New(th, []form.Field{
			{ID: "name", Label: "name", Value: "gemma-sft"},
			{ID: "partition", Label: "partition", Value: "a3u", Choices: []string{"a3u", "cpu"}},
			{ID: "nodes", Label: "nodes", Value: "4"},
			{ID: "time", Label: "time", Value: "8-00"},
			{ID: "requeue", Label: "requeue", Value: "no", Choices: []string{"no", "yes"}},
			{ID: "account", Label: "account", Placeholder: "the default of the user"},
		})
		f.SetHint("time", "= 8 days")
		f.SetRemarks("time", form.Remark{
			Text: "x longer than a lease of this pool can be (7 days): it could never finish. Checkpoint and use --requeue, or ask for 7-00.", Tone: theme.Bad,
		})
		f.SetRemarks("requeue", form.Remark{Text: "~ on Flex Start a job that is not requeued ends with its node.", Tone: theme.Warn})
		f.Resize(80, 12)
		f.Focus("time")
		tuitest.RequireANSI(t, "form/submit-"+name, f.View())
		f.Focus("requeue")
		tuitest.RequireFrame(t, "form/choice-"+name, f.View())
	}
}
