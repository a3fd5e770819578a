package client

import (
	"fmt"

	"flexq/client/slurm"
	"flexq/client/wire"
)

// maxComment is how many bytes of comment Slurm takes.
const maxComment = 1024

// KeyMark stands for the key in a request that is only shown.
const KeyMark = slurm.KeyPrefix + "{key}"

// keyLength is how many bytes a key has.
const keyLength = len(slurm.KeyPrefix) + 26

// SubmitBody gives the body of the request that Submit sends: with the key, or KeyMark in the place of one that is not
// made yet, beside the user's own comment, for one data version, as in v0.0.42. While that is not known ("") what
// depends on it is left out: wire.VersionDefault names it. Without a key ("") the job is one that flexq has no part in. The error
// is a *fault.Fault of kind Usage: the job cannot be sent at all.
func SubmitBody(s slurm.Submission, key, version string) ([]byte, error) {
	s.Comment = withKey(s.Comment, key)
	n := len(s.Comment)
	if key == KeyMark {
		n += keyLength - len(KeyMark)
	}
	if n > maxComment {
		what := fmt.Sprintf("the comment has %d bytes, and Slurm takes %d", n, maxComment)
		if key != "" {
			what = fmt.Sprintf("the comment has %d bytes with the key that flexq adds to it, and Slurm takes %d", n, maxComment)
		}
		return nil, usage(opSubmit, what, fmt.Sprintf("shorten the comment by %d bytes", n-maxComment))
	}
	body, err := wire.EncodeSubmitFor(s, version)
	if err != nil {
		return nil, usage(opSubmit, err.Error(), "")
	}
	return body, nil
}

// DataVersion is the version for a later run to begin with, "" if there is none: as what a damaged file or a newer flexq
// says.
func (s Spoken) DataVersion() string {
	if !s.isOfUse() {
		return ""
	}
	return s.Version
}
