// Package platform reads the platform's resource of a training cluster, modelDevelopmentClusters
// (https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/projects.locations.modelDevelopmentClusters), into
// client/flex. It does no I/O of its own: the caller hands it the answer.
//
// The resource is read tolerantly, as its public descriptions differ: names in camelCase or snake_case, numbers and
// booleans as such or as strings, lists under "clusters" or "modelDevelopmentClusters", enumerations of which more
// may come. What cannot be read is left out and named in Skipped; one bad field never costs the rest.
//
//	cluster, err := platform.ReadCluster(body)
//	for _, pool := range cluster.Pools.Pools { fmt.Println(pool.ID, pool.Model) }
package platform
