// Command flexq watches, explains, cancels and submits the jobs of a Slurm cluster, on a screen or from scripts.
//
// One file holds one command, as xxxOptions (what it needs, with its flags), newXxxCmd (flags to options) and
// xxxRun (the work). newXxxCmd takes a runF, so that a test can look at the options without any work being done.
// Commands print results to stdout and everything else to stderr, and return errors; run prints those and turns
// them into an exit code (exit.go). Nothing here keeps state between two calls of run.
package main
