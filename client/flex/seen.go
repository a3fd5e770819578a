package flex

// Seen is what a look at a cluster has shown.
type Seen struct {
	Outlook *Outlook
	Fresh   []Event // that the stream did not have before, oldest first
	// Notify are those of Fresh that this program may ring for. They are claimed: no other program gets them, and
	// none of them comes twice.
	Notify []Event
}
