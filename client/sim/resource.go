package sim

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"flexq/client/sim/internal/cluster"
)

// writeResource answers a GET of the cluster, or of the list of clusters.
func (s *Sim) writeResource(ctx context.Context, w http.ResponseWriter, name string, query url.Values) {
	_, _, id := splitName(name)
	var res []byte
	if s.fwd != nil {
		var problem *OuterError
		if res, problem = s.realResource(ctx); problem != nil {
			writeError(w, *problem)
			return
		}
	} else {
		s.enter()
		res = s.resource()
		s.mu.Unlock()
	}
	listKey := "modelDevelopmentClusters"
	if s.cfg.Resource == ResourceSnake {
		res, listKey = snakeResource(res), "clusters"
	}
	if id != "" {
		writeJSON(w, http.StatusOK, res)
		return
	}
	if query.Get("pageToken") != "" {
		writeJSON(w, http.StatusOK, []byte("{}"))
		return
	}
	list := newDoc()
	list.raw(listKey, "["+string(res)+"]")
	writeJSON(w, http.StatusOK, list.bytes())
}

func stamp(unix int64) string { return time.Unix(unix, 0).UTC().Format(time.RFC3339) }

func (s *Sim) clusterName() string {
	return "projects/" + projectNumber + "/locations/" + s.cfg.Region + "/modelDevelopmentClusters/" + s.cfg.Cluster
}

// resource writes the cluster as its schema has it (Terraform provider, ModelDevelopmentCluster.yaml).
func (s *Sim) resource() []byte {
	now := s.cluster.Now()
	d := newDoc()
	d.add("name", s.clusterName())
	d.add("displayName", s.cfg.Cluster)
	made := now - now%86400 - 30*86400
	d.add("createTime", stamp(made))
	d.add("startTime", stamp(made+1500))
	d.add("updateTime", stamp(made+1500))
	net := newDoc()
	net.add("network", "projects/"+s.cfg.Project+"/global/networks/default")
	net.add("subnetwork", "projects/"+s.cfg.Project+"/regions/"+s.cfg.Region+"/subnetworks/default")
	d.raw("network", string(net.bytes()))
	var pools list
	for _, p := range s.cluster.Pools() {
		pools.add(s.pool(p))
	}
	d.raw("nodePools", pools.String())
	d.raw("orchestratorSpec", `{"slurmSpec":`+string(s.slurmSpec())+`}`)
	d.raw("clusterStatus", string(s.status(now)))
	var events list
	for _, e := range slices.Backward(s.cluster.Events()) { // newest first
		x := newDoc()
		x.add("eventMessage", e.Message)
		x.add("eventTime", stamp(e.At))
		x.add("eventType", e.Type)
		events.add(x)
	}
	d.raw("clusterEvents", events.String())
	return d.bytes()
}

// list writes a JSON array of objects.
type list struct{ b []byte }

func (l *list) add(d *doc) {
	if len(l.b) > 0 {
		l.b = append(l.b, ',')
	}
	l.b = append(l.b, d.bytes()...)
}

func (l *list) String() string { return "[" + string(l.b) + "]" }

func (s *Sim) pool(p *cluster.Pool) *doc {
	d := newDoc()
	d.add("id", p.ID)
	m := newDoc()
	m.add("machineType", p.Shape.MachineType)
	if p.Shape.GPUs > 0 {
		m.add("acceleratorType", p.Shape.Accelerator)
		m.raw("acceleratorCount", strconv.Itoa(p.Shape.GPUs))
	}
	if p.Model == cluster.Reserved {
		m.raw("reservationAffinity", `{"reservationAffinityType":"SPECIFIC_RESERVATION","key":"compute.googleapis.com/reservation-name","values":["`+
			s.cfg.Cluster+`-`+p.ID+`"]}`)
	}
	d.raw("machineSpec", string(m.bytes()))
	d.add("provisioningModel", string(p.Model))
	if p.Model == cluster.FlexStart {
		life := strconv.FormatInt(p.Duration, 10) + "s"
		d.add("flexStartMaxDuration", life)
		d.add("effectiveFlexStartMaxDuration", life)
	}
	d.raw("scalingSpec", `{"minNodeCount":`+itoa(p.Min)+`,"maxNodeCount":`+itoa(p.Max)+`}`)
	d.add("zone", s.zone(p))
	d.raw("bootDisk", `{"bootDiskType":"hyperdisk-balanced","bootDiskSizeGb":400}`)
	return d
}

func (s *Sim) zone(p *cluster.Pool) string {
	if p.Zone == "" {
		return s.cfg.Region + "-a"
	}
	return s.cfg.Region + p.Zone[len(p.Zone)-2:]
}

func (s *Sim) slurmSpec() []byte {
	d := newDoc()
	d.add("homeDirectoryStorage", "projects/"+s.cfg.Project+"/locations/"+s.cfg.Region+"-a/instances/"+s.cfg.Cluster+"-home")
	byPart := map[string][]string{}
	for _, p := range s.cluster.Pools() {
		if p.Login {
			d.add("loginNodePoolId", p.ID)
			continue
		}
		if len(p.Nodes()) > 0 {
			for _, part := range p.Nodes()[0].Parts {
				byPart[part] = append(byPart[part], p.ID)
			}
		}
	}
	var parts list
	def := ""
	for _, p := range s.cluster.Partitions() {
		x := newDoc()
		x.add("id", p.Name)
		ids := `["`
		for i, id := range byPart[p.Name] {
			if i > 0 {
				ids += `","`
			}
			ids += id
		}
		x.raw("nodePoolIds", ids+`"]`)
		parts.add(x)
		if p.Default {
			def = p.Name
		}
	}
	d.raw("partitions", parts.String())
	d.add("defaultPartitionId", def)
	return d.bytes()
}

// status lists the machines that exist. A node that is powered down has none.
func (s *Sim) status(now int64) []byte {
	d := newDoc()
	d.add("state", "RUNNING")
	var nodes list
	for _, p := range s.cluster.Pools() {
		for _, n := range p.Nodes() {
			if n.Instance != 0 {
				nodes.add(s.machine(p, n, now))
			}
		}
	}
	d.raw("nodesStatus", nodes.String())
	return d.bytes()
}

func (s *Sim) machine(p *cluster.Pool, n *cluster.Node, now int64) *doc {
	d := newDoc()
	d.add("nodePoolId", p.ID)
	kind := "NODE_POOL_TYPE_COMPUTE"
	if p.Login {
		kind = "NODE_POOL_TYPE_LOGIN"
	}
	d.add("nodePoolType", kind)
	state := "RUNNING"
	switch {
	case n.Power == cluster.PoweringUp:
		state = "PREPARING"
	case n.Status(now) == "REPAIRING":
		state = "REPAIRING" // documented for a reported host, though the schema does not list it
	case n.Detail != "":
		state = "ERROR"
	}
	d.add("nodeState", state)
	d.add("instanceName", n.Name)
	d.add("instanceId", strconv.FormatUint(n.Instance, 10))
	d.add("createTime", stamp(n.Created))
	d.add("lastUpdateTime", stamp(max(n.Created, now-now%60)))
	if n.Detail != "" {
		d.add("detail", n.Detail)
	}
	if !p.Login {
		h := s.host(n)
		host := newDoc()
		host.add("clusterName", h[0])
		host.add("blockId", h[1])
		host.add("subblockId", h[2])
		host.add("hostId", h[3])
		d.raw("physicalHost", string(host.bytes()))
	}
	return d
}
