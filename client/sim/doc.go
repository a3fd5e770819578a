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
//	POST /v1beta1/projects/P/locations/R/modelDevelopmentClusters/C:reportFaultyNodes
//	GET  /v1/projects/P/locations/R/operations/OP                                its operation
//	GET  /compute/v1/projects/P/aggregated/instances                             Compute Engine: machines and their ends
//	GET  /compute/v1/projects/P/aggregated/instanceGroupManagers                 requests for capacity, one to a group
//	GET  /compute/v1/projects/P/zones/Z/instanceGroupManagers/G/resizeRequests
//	any  /slurm/{v}/... and /slurmdb/{v}/...                                     plain slurmrestd
//
// Machines come and go, break and are repaired by themselves where the profile has it so, and when a test says so;
// Truth tells all that really happened. Slurm's restart limit, the texts of events and the way in which an operation
// goes on are not public: what stands here is made after slurm-gcp's.
//
// A Sim is safe for concurrent use. It starts no goroutine.
package sim
