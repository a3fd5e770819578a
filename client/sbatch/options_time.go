package sbatch

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

func timeOptions() []spec {
	yes, no := true, false
	return []spec{
		{name: "time", short: "t", value: "TIME", words: "time limit: minutes, H:M:S, days-hours or UNLIMITED", take: limit(func(j *slurm.Submission) *slurm.Limit { return &j.Limit })},
		{name: "time-min", value: "TIME", words: "shortest limit that Slurm may give", take: limit(func(j *slurm.Submission) *slurm.Limit { return &j.MinLimit })},
		{name: "begin", short: "b", value: "WHEN", words: "when it may start at the earliest", take: moment(func(j *slurm.Submission) *slurm.Time { return &j.Begin })},
		{name: "deadline", value: "WHEN", words: "when it must have ended", take: moment(func(j *slurm.Submission) *slurm.Time { return &j.Deadline })},
		{name: "array", short: "a", value: "TASKS", words: "tasks of an array, as in 0-99%8", take: (*builder).array},
		{name: "dependency", short: "d", value: "LIST", words: "what must be before, as in afterok:1234", take: (*builder).dependency},
		{name: "hold", short: "H", arg: noValue, words: "hold it until it is released", take: func(b *builder, _ string) error { b.job.Hold = true; return nil }},
		{name: "requeue", arg: noValue, words: "queue it again when its node fails", take: func(b *builder, _ string) error { b.job.Requeue = &yes; return nil }},
		{name: "no-requeue", arg: noValue, words: "end it when its node fails", take: func(b *builder, _ string) error { b.job.Requeue = &no; return nil }},
		{name: "nice", arg: mayHaveValue, value: "N", words: "lower its priority by N (100)", take: (*builder).nice},
		{name: "signal", value: "[B:]SIGNAL[@SECONDS]", words: "signal before the time is over", take: (*builder).signal},
	}
}

func limit(field func(*slurm.Submission) *slurm.Limit) func(*builder, string) error {
	return func(b *builder, v string) error {
		l, err := slurm.ParseLimit(v)
		if err == nil && strings.TrimSpace(v) != v {
			err = fmt.Errorf("%q has blanks around it, which sbatch does not take; leave them out", v)
		}
		if err == nil && l == slurm.LimitUnset {
			err = errors.New("the time is missing; write minutes (90), H:M:S (1:30:00), days-hours (2-12) or UNLIMITED")
		}
		if err != nil {
			return err
		}
		*field(&b.job) = l
		return nil
	}
}

func moment(field func(*slurm.Submission) *slurm.Time) func(*builder, string) error {
	return func(b *builder, v string) error {
		t, err := parseWhen(v, b.now)
		if err != nil {
			return err
		}
		*field(&b.job) = slurm.TimeOf(t)
		return nil
	}
}

func (b *builder) array(v string) error {
	if v != "" { // which is none to sbatch
		given := v
		v = tidyArray(v)
		tasks, _, _, err := slurm.ParseArray(v)
		if err == nil && strings.TrimRight(given, blanks) != given {
			err = fmt.Errorf("%q ends in a blank, which Slurm does not take; leave it out", given)
		}
		if err != nil {
			return err
		}
		_, throttle, has := strings.Cut(v, "%")
		if v = tasks; has {
			v += "%" + throttle
		}
	}
	b.job.Array = v
	return nil
}

// tidyArray leaves out what slurmctld reads over: commas too many, blanks and a plus before a number, a throttle that is
// none.
func tidyArray(v string) string {
	tasks, throttle, has := strings.Cut(strings.Trim(v, blanks), "%")
	var items []string
	for item := range strings.SplitSeq(tasks, ",") {
		if item = unsigned(item); item != "" {
			items = append(items, item)
		}
	}
	tasks = strings.Join(items, ",")
	if has && throttle != "" {
		tasks += "%" + throttle
	}
	return tasks
}

func (b *builder) nice(v string) error {
	if v == "" {
		v = "100"
	}
	const most = math.MaxInt32 - 2
	n, err := b.looseNumber(v)
	if err != nil || n < -most || n > most {
		return fmt.Errorf("%q is not a nice value; write a whole number within ±%d", v, most)
	}
	b.job.Nice = n
	return nil
}

// signal takes [[R][B]:]SIGNAL[@SECONDS]. The number is kept: Slurm's own table has fewer names than there are.
func (b *builder) signal(v string) error {
	w := slurm.Warning{}
	rest := v
	if flags, after, ok := strings.Cut(v, ":"); ok {
		for _, c := range strings.ToUpper(flags) {
			switch c {
			case 'B':
				w.Batch = true
			case 'R':
				w.Resv = true
			default:
				return fmt.Errorf("%q before the colon is neither B nor R; write B:USR1@120 to signal the script", flags)
			}
		}
		rest = after
	}
	name, seconds, timed := strings.Cut(rest, "@")
	number, err := b.signalNumber(name)
	if err != nil {
		return err
	}
	if timed {
		n, err := strconv.ParseUint(unsigned(seconds), 10, 16)
		if err != nil {
			return fmt.Errorf("%q is not a time before the end; write seconds up to 65535, as in USR1@120", seconds)
		}
		w.Before = uint16(n)
	}
	w.Signal = strconv.Itoa(number)
	b.job.Warning = w
	return nil
}

// signalNumber also takes numbers of which there is no signal: sbatch does, and the job is never sent one.
func (b *builder) signalNumber(name string) (int, error) {
	n, ok := parseInt(name)
	if ok {
		name = strconv.FormatUint(n, 10)
	}
	_, number, err := slurm.ParseSignal(name)
	if err != nil && ok && n > 0 && n <= math.MaxUint16 {
		b.add(Warning, fmt.Sprintf("there is no signal %d, and none will come; write a name such as USR1", n))
		return int(n), nil
	}
	return number, err
}
