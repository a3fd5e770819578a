package wire

import "flexq/client/slurm"

// ReservationsReply is the answer of GET /slurm/{v}/reservations/.
type ReservationsReply struct {
	Reservations []slurm.Reservation
	LastUpdate   slurm.Time
}

// Fields fills the reply.
func (r *ReservationsReply) Fields() Fields {
	return Fields{
		Start:          reset(r),
		"reservations": listField(&r.Reservations, reservationFields, nil),
		"last_update":  valueField(func(d *reader) { d.moment(&r.LastUpdate) }),
	}
}

type reservation = slurm.Reservation

func reservationFields() fields[reservation] {
	return fields[reservation]{
		"name":       func(r *reader, v *reservation) { r.text(&v.Name) },
		"partition":  func(r *reader, v *reservation) { r.text(&v.Partition) },
		"flags":      func(r *reader, v *reservation) { r.csv(&v.Flags) },
		"node_list":  func(r *reader, v *reservation) { r.hostlist(&v.Nodes) },
		"node_count": func(r *reader, v *reservation) { r.u32(&v.NodeCount) },
		"start_time": func(r *reader, v *reservation) { r.moment(&v.Start) },
		"end_time":   func(r *reader, v *reservation) { r.moment(&v.End) },
		"users":      func(r *reader, v *reservation) { r.text(&v.Users) },
		"accounts":   func(r *reader, v *reservation) { r.text(&v.Accounts) },
		"groups":     func(r *reader, v *reservation) { r.text(&v.Groups) },
		"tres":       func(r *reader, v *reservation) { r.tresText(&v.TRES) },
	}
}
