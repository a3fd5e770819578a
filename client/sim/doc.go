// Package sim is a simulated training cluster: Google's modelDevelopmentClusters resource and its
// callSlurmRestApi, a plain slurmrestd, and the OAuth token endpoint that guards them, as one http.Handler.
//
// It ships in the program (flexq sim, flexq demo) and is the test double of the other packages. So it shares no
// code with what it tests: it imports the standard library, client/slurm (pure words) and jsontext only. Its
// answers have the shapes, status codes and texts of Slurm 24.11.5 as recorded from a real slurmrestd; what the
// simulation does not model is left out, never made up.
//
//	s, err := sim.New(sim.Config{Profile: sim.Lab})
//	srv := httptest.NewServer(s.Handler())
//	cred, err := s.Credentials("alice", srv.URL+"/token")
//	s.Advance(30 * time.Second) // jobs start, run and end
//
// Paths served:
//
//	POST /token                                                                  access tokens
//	GET  /v1beta1/projects/P/locations/R/modelDevelopmentClusters[/C]            the cluster resource
//	POST /v1beta1/projects/P/locations/R/modelDevelopmentClusters/C:callSlurmRestApi
//	any  /slurm/{v}/... and /slurmdb/{v}/...                                     plain slurmrestd
//
// A Sim is safe for concurrent use. It starts no goroutine.
package sim
