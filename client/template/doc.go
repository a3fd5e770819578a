// Package template reads batch scripts with parameters. A template is a plain batch script: it may declare parameters in
// comment lines, and names them where their values are to go.
//
//	#FLEXQ param NAME TYPE [default=VALUE] [choices=A,B] "help"
//	#SBATCH --nodes={{NAME}}
//
// Only names that are declared are replaced; all other braces are the script's own. The package is pure: it reads no
// files.
package template
