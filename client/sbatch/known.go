package sbatch

// argKind says whether an option has a value.
type argKind uint8

const (
	needsValue   argKind = iota // --name=value, --name value
	noValue                     // --name
	mayHaveValue                // --name, --name=value
)

// Class says what becomes of an option.
type Class uint8

// The classes of options.
const (
	Sent    Class = iota // goes into the submission
	Client               // concerns the program that submits, not the job
	Refused              // REST cannot express it, or it would change what a submission is
)

// String names the class.
func (c Class) String() string {
	switch c {
	case Sent:
		return "sent"
	case Client:
		return "client"
	case Refused:
		return "refused"
	}
	return ""
}

// spec is what is known of an option of sbatch.
type spec struct {
	name, short string
	alias       string
	arg         argKind
	value       string // what the value is, for messages and help
	class       Class
	words       string // what it does; for a refused one: what to do instead
	take        func(b *builder, value string) error
}

// table is all options of sbatch, to be looked up.
type table struct {
	rows            []spec
	byName, byShort map[string]*spec // by its long names, and by its letter
}

func newTable() *table {
	t := &table{rows: known(), byName: make(map[string]*spec, 256), byShort: make(map[string]*spec, 64)}
	for i := range t.rows {
		k := &t.rows[i]
		t.byName[k.name] = k
		if k.alias != "" {
			t.byName[k.alias] = k
		}
		if k.short != "" {
			t.byShort[k.short] = k
		}
	}
	return t
}

// known lists all options of sbatch 24.11.
func known() []spec {
	out := make([]spec, 0, 128)
	out = append(out, basicOptions()...)
	out = append(out, sizeOptions()...)
	out = append(out, timeOptions()...)
	out = append(out, rareOptions()...)
	out = append(out, shapeOptions()...)
	out = append(out, tuningOptions()...)
	out = append(out, siteOptions()...)
	out = append(out, localOptions()...)
	out = append(out, refusedOptions()...)
	return out
}
