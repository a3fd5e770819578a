package theme

// The names of the built-in themes, as New takes them.
const (
	// Auto is dark or light, by the terminal's background.
	Auto = "auto"
	// Safe is dark-safe or light-safe, by the terminal's background.
	Safe      = "safe"
	Dark      = "dark"
	Light     = "light"
	DarkSafe  = "dark-safe"
	LightSafe = "light-safe"
	ANSI      = "ansi"
	Mono      = "mono"
)

// Names returns the names of the built-in themes, in the order in which a menu shows them.
func Names() []string {
	return []string{Auto, Dark, Light, Safe, DarkSafe, LightSafe, ANSI, Mono}
}

// New returns the built-in theme of that name. The empty name and unknown ones mean Auto: check a
// name that comes from a user against [Names] first. dark tells how the terminal's background is;
// noColor makes every theme Mono, whatever its name.
func New(name string, dark, noColor bool) Theme {
	if noColor {
		return Build(Mono, monoTokens(dark))
	}
	switch name {
	case Dark:
		return Build(Dark, darkTokens())
	case Light:
		return Build(Light, lightTokens())
	case DarkSafe:
		return Build(DarkSafe, darkSafeTokens())
	case LightSafe:
		return Build(LightSafe, lightSafeTokens())
	case ANSI:
		return Build(ANSI, ansiTokens(dark))
	case Mono:
		return Build(Mono, monoTokens(dark))
	case Safe:
		if dark {
			return Build(DarkSafe, darkSafeTokens())
		}
		return Build(LightSafe, lightSafeTokens())
	default:
		if dark {
			return Build(Dark, darkTokens())
		}
		return Build(Light, lightTokens())
	}
}
