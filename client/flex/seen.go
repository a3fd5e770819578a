package flex

// Seen is what a look at a cluster has shown.
type Seen struct {
	Outlook *Outlook
	Fresh   []Event // that the stream did not have before, oldest first
	// Notify are those of Fresh that this program may ring for. They are claimed: no other program gets them, and
	// none of them comes twice.
	Notify []Event
	// Kept says that something of this look was written to disk and nothing failed. That no error came does not: each is
	// returned once.
	Kept bool
}
