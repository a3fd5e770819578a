package preflight

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// OptionOf returns the option of sbatch, as in --time, at which a refusal or a warning of Slurm's belongs: by the field of
// the request that slurmrestd could not read, or by the error number. It reports false for one that is about no option, or
// about any of several: 2014 is the answer to whatever no node has, 2050 to any limit of accounting, and 2002 to whatever an
// administrator alone may ask for. That a text is too long, 2012, is found out from the job, if that is given. The numbers
// are those of slurm/slurm_errno.h.
func OptionOf(p slurm.Problem, job ...slurm.Submission) (option string, ok bool) {
	if field, ok := fieldOf(p.Source); ok {
		return optionOfField(field)
	}
	if p.Number == tooLong {
		for _, j := range job {
			job = append(job, j.Parts...)
		}
		option = longest(job)
		return option, option != ""
	}
	for option, numbers := range refusals() {
		if slices.Contains(numbers, p.Number) {
			return option, true
		}
	}
	return "", false
}

// refusals are the numbers that are about one option, by the option.
func refusals() map[string][]int {
	return map[string][]int{
		"--partition":        {2000, 2001, 2003, 2070, 2101, 2130},
		"--nodelist":         {2004, 2018},
		"--nodes":            {2006},
		"--cpus-per-task":    {2005, 2069, 2111},
		"--ntasks":           {2025},
		"--threads-per-core": {2132},
		"--mem":              {2044},
		"--gres":             {2072, 2102, 2119, 2122, 2134},
		"--constraint":       {2029},
		"--prefer":           {2133},
		"--batch":            {2114},
		"--licenses":         {2040, 2048},
		"--distribution":     {2023},
		"--account":          {2045, 2046, 2167},
		"--qos":              {2066},
		"--wckey":            {2057},
		"--mcs-label":        {2099},
		"--time":             {2051, 8000},
		"--time-min":         {2124},
		"--nice":             {2123},
		"--array":            {2081, 2145},
		"--dependency":       {2038, 2071},
		"--reservation":      {2052, 2053, 2055, 2056, 2080, 2118, 2128, 2129},
		"--chdir":            {2063},
		"--export":           {2019, 2127},
		"--extra":            {2171},
		"--bb":               {2092, 2093, 2094, 2100},
		"--container":        {2135, 10000},
	}
}

// fieldOf reads the field out of a place in the request: "#/job/time_limit/number/", "#/jobs[1]/mail_type[0]/".
func fieldOf(source string) (string, bool) {
	words := strings.Split(source, "/")
	if len(words) < 3 || words[0] != "#" || words[1] != "job" && !strings.HasPrefix(words[1], "jobs[") {
		return "", false
	}
	field, _, _ := strings.Cut(words[2], "[")
	return field, field != ""
}

// optionOfField is the first option that becomes the field and nothing else, or else the first that becomes it at all.
func optionOfField(field string) (string, bool) {
	rows := sbatch.Table()
	for _, alone := range []bool{true, false} {
		i := slices.IndexFunc(rows, func(r sbatch.Row) bool {
			return slices.Contains(r.Fields, field) && (!alone || len(r.Fields) == 1)
		})
		if i >= 0 {
			return "--" + rows[i].Name, true
		}
	}
	return "", false
}
