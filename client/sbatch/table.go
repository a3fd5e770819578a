package sbatch

// Row says of one option of sbatch 24.11 what becomes of it.
type Row struct {
	Name, Short string // without dashes; Short is "" or one letter
	Alias       string // another long name
	Value       string // what its value is, "" if it takes none
	Optional    bool   // the value may be left out
	Class       Class
	Words       string   // what it does; of a refused one what to do instead
	Fields      []string // of the REST job description, v0.0.42
	Since       string   // the first data version that can express it; "" for v0.0.40
	Carries     bool     // in a het job it holds for the parts after it too
}

// Table lists every option of sbatch 24.11.
func Table() []Row {
	var out []Row
	for _, k := range known() {
		m := markOf(k.name)
		out = append(out, Row{
			Name: k.name, Short: k.short, Alias: k.alias, Value: k.value, Optional: k.arg == mayHaveValue, Class: k.class,
			Words: k.words, Fields: m.fields, Since: m.since, Carries: m.carries,
		})
	}
	return out
}

// mark is what Table tells beyond the reading of an option.
type mark struct {
	fields  []string
	carries bool
	since   string
	empty   bool // an empty value is sent too
}
