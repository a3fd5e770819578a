// Package wire turns the bytes of Slurm's REST interface into the types of client/slurm, and submissions and
// updates into bytes. It speaks data versions v0.0.40 to v0.0.45, bare or in the platform's envelope.
//
// Answers are decoded as they stream, by a table of fields for each kind of record; a whole answer is never held.
// The decoder is tolerant: unknown fields are skipped, missing ones do no harm, a number may be a number, a string
// or {set, infinite, number}, a state may be one word or a list. A field that makes no sense is left out and named
// in Payload.Skipped; it never costs the list. All text is neutralised here (see Clean), so nothing that comes out
// of this package can move a cursor or reverse a line.
//
// The package imports client/slurm and a JSON library only, and does no I/O but reading from the io.Reader it is
// given. Nothing in it is safe for concurrent use, as a reply is filled while it is read.
//
//	var jobs wire.JobsReply
//	payload, err := wire.ReadPayload(body, jobs.Fields())
package wire
