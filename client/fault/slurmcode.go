package fault

import "strings"

// Slurm's error numbers that decide what kind of fault an answer is. They are the same in every release
// (slurm/slurm_errno.h), which the HTTP status is not: a refusal is 500 up to 25.11 and 422 from 26.05 on.
const (
	errnoLast         = 999  // of the operating system
	lineFirst         = 1000 // SLURM_UNEXPECTED_MSG_ERROR: the line between Slurm's daemons
	slurmConnection   = 1001 // SLURM_COMMUNICATIONS_CONNECTION_ERROR
	slurmShutdown     = 1004 // SLURM_COMMUNICATIONS_SHUTDOWN_ERROR
	slurmBadAuth      = 1007 // SLURM_PROTOCOL_AUTHENTICATION_ERROR
	ctldConnection    = 1800 // SLURMCTLD_COMMUNICATIONS_CONNECTION_ERROR
	ctldLast          = 1805 // SLURMCTLD_COMMUNICATIONS_HARD_DROP
	controllerFirst   = 2000 // what slurmctld says, ESLURM_*
	invalidJobID      = 2017 // ESLURM_INVALID_JOB_ID
	inStandby         = 2027 // ESLURM_IN_STANDBY_MODE
	nodeFirst         = 4000 // ESLURMD_*: what the daemon of a node says of work that was passed to it
	badAcctFreq       = 4003 // ESLURMD_INVALID_ACCT_FREQ: in spite of its number slurmctld's, to a submit
	socketFirst       = 5003 // ESLURM_PROTOCOL_INCOMPLETE_PACKET
	socketLast        = 5005 // SLURM_PROTOCOL_SOCKET_ZERO_BYTES_SENT
	authFirst         = 6000 // ESLURM_AUTH_CRED_INVALID
	authLast          = 6099
	accountingFirst   = 7000 // ESLURM_DB_* and what follows: decisions again, up to those of slurmrestd
	dbConnection      = 7000 // ESLURM_DB_CONNECTION
	dbConnInvalid     = 7008 // ESLURM_DB_CONNECTION_INVALID
	restInvalidQuery  = 9000 // ESLURM_REST_INVALID_QUERY: follows the error that is the cause
	restUnknownMethod = 9007 // ESLURM_REST_UNKNOWN_URL_METHOD
	restAuthFail      = 9008 // ESLURM_REST_AUTH_FAIL
)

// SlurmKind is the kind of fault that Slurm's error number alone tells; Refused when it tells nothing more.
func SlurmKind(number int) Kind {
	switch {
	case number >= slurmConnection && number <= slurmShutdown,
		number >= ctldConnection && number <= ctldLast,
		number >= socketFirst && number <= socketLast,
		number == inStandby:
		return SlurmDown
	case number == slurmBadAuth, number >= authFirst && number <= authLast, number == restAuthFail:
		return TokenRejected
	case number == dbConnection, number == dbConnInvalid:
		return AccountingDown
	case number == invalidJobID:
		return JobUnknown
	case number == restUnknownMethod:
		return NoVersion
	}
	return Refused
}

// SlurmNotDone reports whether Slurm's error number proves that a write was not carried out: slurmctld refused it,
// slurmrestd did, or slurmctld was never reached. It is false when the line between the two broke after the request
// may have passed (see SlurmMayStillCome), and for the numbers 0 and -1, which prove nothing: a cancel with a signal
// that Slurm does not know is answered with an error of number 0, and the job is cancelled.
func SlurmNotDone(number int) bool {
	switch {
	case number == slurmConnection, number == ctldConnection, number == badAcctFreq:
		return true
	case number >= controllerFirst && number < nodeFirst:
		return true
	}
	return number >= accountingFirst
}

// SlurmMayStillCome reports whether Slurm's error number says that slurmrestd lost sight of a request on its way: it
// may have been carried out, and it may be carried out yet, when slurmctld answers again. A submit that was answered
// with 5004 after ten seconds became a job once slurmctld went on.
func SlurmMayStillCome(number int) bool {
	const eperm, eacces, einval = 1, 13, 22 // plain refusals
	switch {
	case number <= 0, number == eperm, number == eacces, number == einval:
		return false
	case number <= errnoLast, number >= lineFirst && number < controllerFirst, number >= nodeFirst && number < accountingFirst:
		return !SlurmNotDone(number)
	}
	return false
}

// SlurmUnread reports whether the source of an error of Slurm's is a place in the request, as in "#/job/nodes/": then it
// is slurmrestd's reader that complains, before slurmctld is asked.
func SlurmUnread(source string) bool { return strings.HasPrefix(source, "#/") }

// SlurmGeneric reports whether the error number only says that the request failed, so that another problem in
// the same answer is the one to show.
func SlurmGeneric(number int) bool { return number <= 0 || number == restInvalidQuery }

// SlurmCure is what to do about a refusal with Slurm's error number; empty when Slurm's own words are all there
// is. The numbers are those a user of a training cluster can meet when submitting, changing and cancelling jobs.
func SlurmCure(number int) string {
	if cure := placementCure(number); cure != "" {
		return cure
	}
	switch number {
	case 2002, 2010:
		return "only the job's owner and Slurm's operators may do this"
	case 2012:
		return "shorten what is too long: Slurm takes 1024 bytes of a name or another text, and 4096 of a path"
	case 2018:
		return "check the node's name"
	case 2019, 2127:
		return "give the job at least one environment variable, as in PATH=/usr/bin:/bin"
	case 2021, 2084, 2086:
		return "the job has ended; nothing is left to do"
	case 2038:
		return "the job that --dependency names may not exist, or ended too long ago; as in afterok:ID, after:ID+MINUTES, singleton"
	case 2071:
		return "check the dependency: forms are afterok:ID, afterany:ID, after:ID+MINUTES, singleton"
	case 2045:
		return "choose an account that you may charge"
	case 2048:
		return "check the licences: NAME or NAME:NUMBER, of those that there are and no more than there are"
	case 2050:
		return "you are at a limit of your account or QOS; wait for jobs to end, or ask for less"
	case 2063:
		return "give the job a working directory, as in /home/NAME"
	case 2066:
		return "choose a QOS that your account has"
	case 2081:
		return "check the array: forms are 0-15, 1,3,5, 0-99%10, within the cluster's largest index"
	case 2105:
		return "whoever runs the cluster has switched submissions off; wait"
	case badAcctFreq:
		return "leave --acctg-freq out: the cluster does not sample usage, or only so often"
	case 7006, 7007:
		return "ask for a shorter time, or fewer users"
	}
	return ""
}

// placementCure is for refusals of where a job wants to run, and for how long.
func placementCure(number int) string {
	switch number {
	case 2000:
		return "choose a partition that exists"
	case 2001:
		return "name a partition: this cluster has no default"
	case 2003, 2130:
		return "ask whoever runs the cluster for access to the partition"
	case 2004, 2005, 2006, 2014, 2015, 2069:
		return "ask for nodes, CPUs, memory and GPUs that one partition has; Slurm may list this as a failed job all the same"
	case 2029:
		return "choose a feature that nodes of the partition have"
	case 2051, 8000:
		return "give a time limit within that of the partition"
	case 2052, 2053, 2129:
		return "choose a reservation that you may use, or none"
	case 2072, 2119, 2122, 2134:
		return "check the GPU request: forms are gres/gpu:8 and gres/gpu:TYPE:8"
	case 2101, 2070:
		return "the partition takes no jobs now; choose another"
	}
	return ""
}
