package cluster

// User is a Linux account.
type User struct {
	Name          string
	UID           uint32
	Account       string // default account in accounting; "" means that accounting does not know the user
	Assoc         uint32 // id of its association
	Operator      bool
	Administrator bool
	Share         float64 // of the machine's time of late, 0 to 1: lowers the priority
	running       int     // jobs
}

// may reports whether u may change the jobs of owner.
func (u *User) may(owner *User) bool { return u == owner || u.Operator || u.Administrator }
