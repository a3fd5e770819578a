// Package shape writes the simulated cluster as slurmrestd does: the keys, their order and their forms, for the data
// versions v0.0.40 to v0.0.43. It appends to byte slices, for a list of 50,000 jobs must be written fast and with
// little memory. Which jobs to write, and with what status, is for its caller.
//
// The shapes are those of slurmrestd 24.11.5; what v0.0.43 adds is taken from the table of its data_parser plug-in.
package shape
