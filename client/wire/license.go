package wire

import "flexq/client/slurm"

// LicensesReply is the answer of GET /slurm/{v}/licenses/.
type LicensesReply struct {
	Licenses []slurm.License
}

// Fields fills the reply.
func (r *LicensesReply) Fields() Fields {
	return Fields{
		Start:      reset(r),
		"licenses": namedField(&r.Licenses, licenseFields, func(l *license) bool { return l.Name != "" }, nil),
	}
}

type license = slurm.License

// licenseFields reads a licence. Alone among Slurm's things its fields have capitals.
func licenseFields() fields[license] {
	return fields[license]{
		"LicenseName": func(r *reader, l *license) { r.text(&l.Name) },
		"Total":       func(r *reader, l *license) { r.u64(&l.Total) },
		"Free":        func(r *reader, l *license) { r.u64(&l.Free) },
	}
}
