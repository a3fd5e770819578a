// Package template reads batch scripts with parameters. A template is a plain batch script, which sbatch would read
// too. It may declare parameters in comments of its head (above its first command), and names them where their values
// are to go.
//
//	#FLEXQ param NAME TYPE [default=VALUE] [choices=A,B] "help"
//	#SBATCH --nodes={{NAME}}
//
// A NAME has letters, digits, _ and -, and begins with no digit and no -. A TYPE is text, integer, duration, memory,
// choice, path or bool. A parameter without a default must be given a value; default="" makes it one that may stay
// empty. Values and the help are quoted with " or ', in which a backslash takes the next character as it is.
//
// # What is replaced
//
// Only {{NAME}} of a name that is declared, without blanks inside, and not in #FLEXQ lines; all other braces are the
// script's own. Names that look like slips (on an #SBATCH line, close to a declared one) are told of. A value is one
// line, so that every line keeps its number.
//
// The choices of a choice are all the values that it takes. Those of another type are offers: another value of the type
// goes in with a warning, as the author may not have tried it.
//
// On an #SBATCH line a value is quoted as sbatch needs it, and an option whose whole value is a parameter that is
// empty is left out: with PARTITION empty, "#SBATCH --partition={{PARTITION}}" asks for no partition. No value adds an
// option there to those that the template has.
//
// Elsewhere a value becomes part of the script, letter by letter, and the shell reads it with the rest: quotes around it
// ("{{NAME}}") keep blanks together, but unlike a variable's a value of text ends them with a quote of its own, and what
// it has of $( ), backticks or ; runs with the job. So give a type that has no such letters where values come from
// others: an integer, a duration, memory, a bool and a choice of harmless words never have them, and a path has no $( )
// and no backtick, with a warning where it ends its quotes or stands without any.
//
// The package is pure: it reads no files.
package template
