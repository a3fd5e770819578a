package template

// Type says what values a parameter takes.
type Type uint8

// The types, by the words of a #FLEXQ line: text, integer, duration, memory, choice, path, bool.
const (
	Text     Type = iota // one line of text
	Integer              // a whole number, not negative
	Duration             // a time limit as sbatch takes it: 90, 8:00:00, 1-12
	Memory               // a size as sbatch takes it: 16G
	Choice               // one of Choices
	Path                 // a path on the cluster
	Bool                 // true or false
)

// Param is one declared parameter.
type Param struct {
	Name     string // letters, digits, _ and -
	Type     Type
	Default  string
	Optional bool     // it has a default, be it an empty one
	Choices  []string // of a Choice; of another type the values that are offered, if any
	Help     string
	Line     int // of the declaration, from 1
}
