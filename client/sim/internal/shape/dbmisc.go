package shape

import (
	"slices"

	"flexq/client/sim/internal/cluster"
)

// AppendDBUsers writes users[].
func (e *Encoder) AppendDBUsers(b []byte) []byte {
	users := slices.SortedFunc(slices.Values(e.c.Users()), func(a, b *cluster.User) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	b = append(b, '[')
	for i, u := range users {
		if i > 0 {
			b = append(b, ',')
		}
		level := "None"
		if u.Operator {
			level = "Operator"
		}
		if u.Administrator {
			level = "Administrator"
		}
		o := open(b)
		o.list("administrator_level", []string{level})
		o.raw("associations", "[]")
		o.raw("coordinators", "[]")
		o.raw("default", `{"account":"","wckey":""}`)
		o.raw("flags", `["NONE"]`)
		o.str("name", u.Name)
		o.str("old_name", "")
		o.raw("wckeys", "[]")
		b = o.close()
	}
	return append(b, ']')
}

func (e *Encoder) accounts() []string {
	var names []string
	for _, u := range e.c.Users() {
		if !slices.Contains(names, u.Account) {
			names = append(names, u.Account)
		}
	}
	slices.Sort(names)
	return names
}

// AppendDBAccounts writes accounts[].
func (e *Encoder) AppendDBAccounts(b []byte) []byte {
	b = append(b, '[')
	for i, name := range e.accounts() {
		if i > 0 {
			b = append(b, ',')
		}
		about, org := name, e.c.Name()
		if name == "root" {
			about, org = "default root account", "root"
		}
		o := open(b)
		o.raw("associations", "[]")
		o.raw("coordinators", "[]")
		o.str("description", about)
		o.str("name", name)
		o.str("organization", org)
		o.raw("flags", "[]")
		b = o.close()
	}
	return append(b, ']')
}

// AppendDBAssociations writes associations[]: one for each account, and one for each user; with names of users theirs
// alone.
func (e *Encoder) AppendDBAssociations(b []byte, users []string) []byte {
	b = append(b, '[')
	next := func() {
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
	}
	for _, account := range e.accounts() {
		if len(users) == 0 {
			next()
			b = e.appendAssoc(b, account, "", 1)
		}
		for _, u := range e.c.Users() {
			if u.Account == account && (len(users) == 0 || slices.Contains(users, u.Name)) {
				next()
				b = e.appendAssoc(b, account, u.Name, u.Assoc)
			}
		}
	}
	return append(b, ']')
}

// qosOf lists the QOS that an account has.
func qosOf(account string) string {
	if account == "root" || account == "ops" {
		return `["normal"]`
	}
	return `["normal","high"]`
}

func (e *Encoder) appendAssoc(b []byte, account, user string, id uint32) []byte {
	parent, lineage := "root", "/"+account+"/"
	if account == "root" || user != "" {
		parent = ""
	}
	if user != "" {
		lineage += "0-" + user + "/"
	}
	o := open(b)
	o.raw("accounting", "[]")
	o.str("account", account)
	o.str("cluster", e.c.Name())
	o.str("comment", "")
	o.raw("default", `{"qos":""}`)
	o.raw("flags", "[]")
	o.raw("max", `{"jobs":{"per":{"count":`+infinite+`,"accruing":`+infinite+`,"submitted":`+infinite+`,"wall_clock":`+infinite+
		`},"active":`+infinite+`,"accruing":`+infinite+`,"total":`+infinite+
		`},"tres":{"total":[],"group":{"minutes":[],"active":[]},"minutes":{"total":[],"per":{"job":[]}},"per":{"job":[],"node":[]}},`+
		`"per":{"account":{"wall_clock":`+infinite+`}}}`)
	if e.version < 41 {
		o.with("id", func(b []byte) []byte {
			k := open(b)
			k.str("account", account)
			k.str("cluster", e.c.Name())
			k.str("partition", "")
			k.str("user", user)
			k.int("id", int64(id))
			return k.close()
		})
	} else {
		o.int("id", 0)
	}
	o.bool("is_default", user != "" || account != "root")
	o.str("lineage", lineage)
	o.raw("min", `{"priority_threshold":`+infinite+`}`)
	o.str("parent_account", parent)
	o.str("partition", "")
	o.raw("priority", infinite)
	o.raw("qos", qosOf(account))
	o.int("shares_raw", 1)
	o.str("user", user)
	return o.close()
}

// AppendDBQOS writes qos[].
func (e *Encoder) AppendDBQOS(b []byte) []byte {
	b = append(b, '[')
	for i, q := range []struct {
		name, about string
		priority    int64
	}{{"normal", "Normal QOS default", 0}, {"high", "high", 1000}} {
		if i > 0 {
			b = append(b, ',')
		}
		o := open(b)
		o.str("description", q.about)
		o.raw("flags", "[]")
		o.int("id", int64(i+1))
		o.with("limits", e.appendQOSLimits)
		o.str("name", q.name)
		o.raw("preempt", `{"list":[],"mode":["DISABLED"],"exempt_time":`+infinite+`}`)
		o.num("priority", q.priority)
		o.raw("usage_factor", `{"set":true,"infinite":false,"number":1.0}`)
		o.raw("usage_threshold", `{"set":false,"infinite":true,"number":0.0}`)
		b = o.close()
	}
	return append(b, ']')
}

func (e *Encoder) appendQOSLimits(b []byte) []byte {
	per := `{"account":` + infinite + `,"user":` + infinite + `}`
	count, total := `"count":`+infinite+`,`, `"total":[],`
	if e.version < 42 {
		count, total = "", ""
	}
	b = append(b, `{"grace_time":0,"max":{"active_jobs":{"accruing":`+infinite+`,"count":`+infinite+`},"jobs":{`...)
	b = append(b, count+`"active_jobs":{"per":`+per+`},"per":`+per+`},"tres":{"total":[],"minutes":{`+total...)
	b = append(b, `"per":{"qos":[],"job":[],"account":[],"user":[]}},"per":{"account":[],"job":[],"node":[],"user":[]}},`...)
	b = append(b, `"wall_clock":{"per":{"qos":`+infinite+`,"job":`+infinite+`}},"accruing":{"per":`+per+`}},`...)
	b = append(b, `"factor":{"set":false,"infinite":true,"number":0.0},"min":{"priority_threshold":`+infinite...)
	return append(b, `,"tres":{"per":{"job":[]}}}}`...)
}

type tresType struct {
	kind, name string
	id         int64
	count      int64
}

func (e *Encoder) tresTypes() []tresType {
	var cpus, mem, gpus int64
	for _, n := range e.c.Nodes() {
		cpus += int64(n.Shape.CPUs)
		mem += int64(n.Shape.Mem)
		gpus += int64(n.Shape.GPUs)
	}
	return []tresType{
		{"cpu", "", 1, cpus},
		{"mem", "", 2, mem},
		{"energy", "", 3, 0},
		{"node", "", 4, int64(len(e.c.Nodes()))},
		{"billing", "", 5, cpus},
		{"fs", "disk", 6, 0},
		{"vmem", "", 7, 0},
		{"pages", "", 8, 0},
		{"dynamic_offset", "", 1000, 0},
		{"gres", "gpu", 1001, gpus},
		{"gres", "gpumem", 1002, 0},
		{"gres", "gpuutil", 1003, 0},
	}
}

// AppendDBTRES writes TRES[].
func (e *Encoder) AppendDBTRES(b []byte) []byte { return appendTypes(b, e.tresTypes(), false) }

func appendTypes(b []byte, types []tresType, counted bool) []byte {
	b = append(b, '[')
	for _, t := range types {
		if counted && t.id == 1000 {
			continue
		}
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		o := open(b)
		o.str("type", t.kind)
		o.str("name", t.name)
		o.int("id", t.id)
		if counted {
			o.int("count", t.count)
		} else {
			o.int("count", 0)
		}
		b = o.close()
	}
	return append(b, ']')
}

// AppendDBClusters writes clusters[].
func (e *Encoder) AppendDBClusters(b []byte) []byte {
	all := make([]int32, len(e.c.Nodes()))
	for i := range all {
		all[i] = int32(i)
	}
	b = append(b, '[')
	o := open(b)
	o.raw("controller", `{"host":"127.0.0.1","port":6817}`)
	o.raw("flags", `["MULTIPLE_SLURMD"]`)
	o.str("name", e.c.Name())
	o.str("nodes", e.c.HostList(all))
	o.str("select_plugin", "")
	o.with("associations", func(b []byte) []byte {
		b = append(b, `{"root":{"account":"root","cluster":`...)
		b = AppendString(b, e.c.Name())
		return append(b, `,"partition":"","user":"","id":1}}`...)
	})
	o.int("rpc_version", 10752)
	o.with("tres", func(b []byte) []byte { return appendTypes(b, e.tresTypes(), true) })
	return append(o.close(), ']')
}
