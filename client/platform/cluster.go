package platform

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/flex"
	"flexq/client/wire"
)

// Cluster is one cluster resource.
type Cluster struct {
	ID          string // last part of its name
	Name        string // projects/P/locations/R/modelDevelopmentClusters/ID
	DisplayName string
	Created     time.Time
	Updated     time.Time
	Pools       flex.Pools
	Skipped     []string // fields that could not be read, at most 20, each with its place
}

// maxAnswer bounds what is read: a resource has a few hundred bytes a machine.
const maxAnswer = 16 << 20

// ReadCluster reads the answer to GET .../modelDevelopmentClusters/ID. It fails if that is no JSON object, is cut
// short, or has no name: then it is not a cluster.
func ReadCluster(r io.Reader) (Cluster, error) {
	root, skipped, err := readRoot(r, "cluster resource")
	if err != nil {
		return Cluster{}, err
	}
	c := readCluster(root)
	if c.ID == "" {
		return Cluster{}, errors.New("the answer is not a cluster: it has no name")
	}
	c.Skipped = skipped.notes
	return c, nil
}

// readRoot reads an answer that is one object; what names it in an error.
func readRoot(r io.Reader, what string) (object, *skips, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxAnswer+1))
	if err != nil {
		return object{}, nil, fmt.Errorf("read the %s: %w", what, err)
	}
	if len(data) > maxAnswer {
		return object{}, nil, fmt.Errorf("the %s is larger than %d MB", what, maxAnswer>>20)
	}
	s := &skips{}
	root, err := parseObject(jsontext.Value(data), "", s)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF // it was cut before its first byte
	}
	if err != nil {
		return object{}, nil, fmt.Errorf("the %s is not valid JSON: %w", what, err)
	}
	return root, s, nil
}

func readCluster(o object) Cluster {
	c := Cluster{
		Name:        o.text("name"),
		DisplayName: o.text("displayName"),
		Created:     o.time("createTime"),
		Updated:     o.time("updateTime"),
	}
	c.ID = c.Name[strings.LastIndexByte(c.Name, '/')+1:]
	slurm := o.object("orchestratorSpec").object("slurmSpec")
	partitions := slurm.objects("partitions")
	def := slurm.text("defaultPartitionId")
	if def == "" && len(partitions) > 0 {
		def = partitions[0].text("id") // as the platform has it
	}
	status := o.object("clusterStatus")
	c.Pools = flex.Pools{
		Cluster:   c.ID,
		Origin:    flex.FromResource,
		Default:   def,
		Pools:     readPools(o.objects("nodePools"), slurm.text("loginNodePoolId"), partitionsByPool(partitions)),
		Instances: readInstances(status.objects("nodesStatus")),
		State:     enum(status.text("state"), "STATE_"),
		Detail:    status.text("detail"),
		Error:     status.object("error").text("message"),
		Events:    readEvents(o.objects("clusterEvents")),
	}
	markLogin(&c.Pools)
	return c
}

// enum takes off what some of the platform's enumerations put before their words, and makes "unspecified" empty.
func enum(s string, prefixes ...string) string {
	s = strings.ToUpper(s)
	for _, p := range prefixes {
		s = strings.TrimPrefix(s, p)
	}
	if s == "UNSPECIFIED" {
		return ""
	}
	return s
}

// clean neutralises foreign text; the platform passes on what users and machines wrote.
func clean(s string) string { return strings.TrimSpace(wire.Clean(s)) }
