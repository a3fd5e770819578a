// Package platform reads what the platform's APIs say of a training cluster into client/flex: the resource itself,
// modelDevelopmentClusters (https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/projects.locations.modelDevelopmentClusters),
// its operations and reports of faulty nodes, and from Compute Engine v1 the instances under its nodes and the resize
// requests of its instance groups. It does no I/O of its own: the caller hands it the answers.
//
// All is read tolerantly, as public descriptions differ: names in camelCase or snake_case, numbers and booleans as such
// or as strings, enumerations of which more may come. What cannot be read is left out, and of the resource named in
// Skipped; one bad field never costs the rest.
//
//	cluster, err := platform.ReadCluster(body)
//	machines, err := platform.ReadInstances(other)
//	pools := platform.Merge(cluster.Pools, machines.Items)
package platform
