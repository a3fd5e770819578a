package preflight

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// OptionOf returns the option of sbatch, as in --time, at which a refusal or a warning of Slurm's belongs: by the field of
// the request that slurmrestd could not read, or by the error number. It reports false for one that is about no option, or about any of several: 2014 is the answer to whatever no node has, 2050
// to any limit of accounting, and 2002 to whatever an administrator alone may ask for. The numbers are those of
// slurm/slurm_errno.h.
func OptionOf(p slurm.Problem) (option string, ok bool) {
	if field, ok := fieldOf(p.Source); ok {
		return optionOfField(field)
	}
	switch p.Number {
	case 2000, 2001, 2003, 2070, 2101, 2130:
		option = "--partition"
	case 2004, 2018:
		option = "--nodelist"
	case 2006:
		option = "--nodes"
	case 2005, 2069, 2111:
		option = "--cpus-per-task"
	case 2025:
		option = "--ntasks"
	case 2012, 2063:
		option = "--chdir"
	case 2019, 2127:
		option = "--export"
	case 2023:
		option = "--distribution"
	case 2029:
		option = "--constraint"
	case 2133:
		option = "--prefer"
	case 2114:
		option = "--batch"
	case 2038, 2071:
		option = "--dependency"
	case 2044:
		option = "--mem"
	case 2045, 2046, 2167:
		option = "--account"
	case 2066:
		option = "--qos"
	case 2040, 2048:
		option = "--licenses"
	case 2051, 8000:
		option = "--time"
	case 2124:
		option = "--time-min"
	case 2052, 2053, 2055, 2056, 2080, 2118, 2128, 2129:
		option = "--reservation"
	case 2057:
		option = "--wckey"
	case 2072, 2102, 2119, 2122, 2134:
		option = "--gres"
	case 2081, 2145:
		option = "--array"
	case 2092, 2093, 2094, 2100:
		option = "--bb"
	case 2099:
		option = "--mcs-label"
	case 2123:
		option = "--nice"
	case 2132:
		option = "--threads-per-core"
	case 10000, 2135:
		option = "--container"
	}
	return option, option != ""
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
