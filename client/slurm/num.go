package slurm

// Num is one of Slurm's numbers that may be unset or infinite ({set, infinite, number} in its REST answers).
// The zero value is "not set".
type Num struct {
	Value    uint64
	Set      bool
	Infinite bool
}

// NumOf returns a set number.
func NumOf(v uint64) Num { return Num{Value: v, Set: true} }

// Or returns the number if it is set and finite, else alt.
func (n Num) Or(alt uint64) uint64 {
	if n.Set && !n.Infinite {
		return n.Value
	}
	return alt
}
