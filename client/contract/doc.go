// Package contract is what flexq relies on in Slurm's REST interface, as one suite of tests that runs against any
// cluster: the simulated platform in plain go test, and a real Slurm, directly and through the platform's envelope,
// with build tag slurm. Where the simulation and Slurm differ, the simulation is wrong.
//
// Half of the cases go through the facade (package client), half below it, with the bare exchange of a method, a
// path and a body for a status and a JSON text: those pin Slurm's traps, which the facade hides.
//
//	contract.Run(t, func(t *testing.T) contract.Target { ... })
package contract
