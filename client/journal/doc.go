// Package journal keeps on disk what is worth keeping between two runs: the events of a cluster, what was remembered
// of its machines, and the ledger of what was changed from here. Each cluster has a folder of its own (Folder):
//
//	events.jsonl   one event a line, newest last; also which of them a program has rung for
//	memory.json    flex.Memory, so that a restart does not tell everything anew
//	ledger.jsonl   one line before each write and one after it
//	lock           held for the moment of a change
//
// Several programs may use a folder at once. A change is made under the lock; reading needs none, since lines are only
// ever appended, and a file that has grown too large is replaced whole. A line that a crash has cut is left behind and
// skipped. Lines and fields of events that a newer program has written are kept. A folder of another user is not
// written to; in the user's own, files and folder are open to nobody else. Where the disk fails, the error says what to
// do, and the journal goes on in memory: what it could not write goes out with the next change that can be written.
//
//	j, err := journal.Open(journal.Options{Dir: filepath.Join(state, journal.Folder(identity))})
//	fresh, err := j.Append(ctx, events) // those that nobody has told before
package journal
