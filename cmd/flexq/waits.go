package main

import "time"

// waits are how long the program waits for what it can do without. They are short, so that nobody waits in vain; on a
// busy machine one may be over though nothing is wrong.
type waits struct {
	check   time.Duration // of a submit for what its checks need
	test    time.Duration // of --test-only for the same, which is for nothing else
	settle  time.Duration // of a submit for what became of earlier ones
	fresh   time.Duration // for which a submit of another program is left alone
	silence time.Duration // after which a person is told that an answer is waited for
	who     time.Duration // of the screen's introduction for who the user is, which may be told later
	save    time.Duration // of the end of the program for what is remembered to be on disk
	again   time.Duration // in which a signal that comes once more counts as the same
}

func shortWaits() waits {
	return waits{
		check: 5 * time.Second, test: 30 * time.Second, settle: 5 * time.Second, fresh: 10 * time.Second,
		silence: 10 * time.Second, who: time.Second, save: 2 * time.Second, again: time.Second,
	}
}
