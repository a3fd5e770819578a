package config

// OriginKind says which of the four sources a value came from. A higher one wins.
type OriginKind uint8

// The sources, from the weakest to the strongest.
const (
	FromDefault OriginKind = iota
	FromFile
	FromEnv
	FromFlag
)

// Origin is where a value came from.
type Origin struct {
	Kind OriginKind
	Name string // "--project", "FLEXQ_PROJECT", "PATH:LINE"; empty for a default
}

// String gives the origin as `config show` prints it: "flag --project", "environment FLEXQ_PROJECT",
// "/home/alice/.config/flexq/config.toml:3", "default".
func (o Origin) String() string {
	switch o.Kind {
	case FromFlag:
		return "flag " + o.Name
	case FromEnv:
		return "environment " + o.Name
	case FromFile:
		return o.Name
	case FromDefault:
	}
	return "default"
}
