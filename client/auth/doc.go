// Package auth finds credentials and puts them on requests: Google's Application Default Credentials, the output of
// a command, a file, or a fixed text.
//
// A Source gives tokens; Cached remembers what is dear to fetch and renews it before it ends; Platform and Slurm
// are http.RoundTrippers that add the token of a Source to each request, over https only (or to this machine), and
// send a read, never a write, once more with another when the first is not accepted. A token is a Secret: no
// printing, logging or encoding shows it. All errors are *fault.Fault.
//
// The package imports the standard library, client/fault and golang.org/x/oauth2. Everything in it is safe for
// concurrent use.
//
//	source := auth.Cached(auth.ADC(auth.AdcOptions{Getenv: os.Getenv}), time.Now)
//	transport := auth.Platform(gateway.Base("", gateway.Timeouts{}), source, "")
package auth
