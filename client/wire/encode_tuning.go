package wire

import (
	"fmt"

	"flexq/client/slurm"
)

// submitTuning holds the fields of a submit that few jobs use.
type submitTuning struct {
	SocketsPerNode  uint32   `json:"sockets_per_node,omitzero"`
	TasksPerCore    uint32   `json:"tasks_per_core,omitzero"`
	CoreSpec        *uint64  `json:"core_specification,omitempty"`
	ThreadSpec      *uint64  `json:"thread_specification,omitempty"`
	Distribution    string   `json:"distribution,omitzero"`
	PlaneSize       uint32   `json:"distribution_plane_size,omitzero"`
	CPUFreq         string   `json:"cpu_frequency,omitzero"`
	TRESFreq        string   `json:"tres_freq,omitzero"`
	TRESBind        *string  `json:"tres_bind,omitzero"`
	MemBind         string   `json:"memory_binding,omitzero"`
	MemBindType     []string `json:"memory_binding_type,omitempty"`
	AcctFreq        string   `json:"account_gather_frequency,omitzero"`
	Profile         []string `json:"profile,omitempty"`
	DelayBoot       *uint64  `json:"delay_boot,omitempty"`
	Switches        setNum   `json:"required_switches,omitzero"`
	SwitchWait      uint32   `json:"wait_for_switch,omitzero"`
	Segment         setNum   `json:"segment_size,omitzero"`
	BatchFeatures   *string  `json:"batch_features,omitzero"`
	ClusterFeatures *string  `json:"cluster_constraint,omitzero"`
	MCSLabel        *string  `json:"mcs_label,omitzero"`
	SELinux         string   `json:"selinux_context,omitzero"`
	Container       *string  `json:"container,omitzero"`
	ContainerID     *string  `json:"container_id,omitzero"`
	BurstBuffer     *string  `json:"burst_buffer,omitzero"`
	Priority        setNum   `json:"priority,omitzero"`
	OOMKillStep     *uint64  `json:"oom_kill_step,omitempty"`
	WaitAllNodes    *bool    `json:"wait_all_nodes,omitempty"`
	Reboot          bool     `json:"reboot,omitzero"`
}

func tuning(t slurm.Tuning, text func(field, text string) *string) submitTuning {
	return submitTuning{
		SocketsPerNode: t.SocketsPerNode, TasksPerCore: t.TasksPerCore,
		CoreSpec: numOf(t.CoreSpec), ThreadSpec: numOf(t.ThreadSpec),
		Distribution: t.Distribution, PlaneSize: t.PlaneSize, CPUFreq: t.CPUFreq, TRESFreq: t.TRESFreq, TRESBind: text("tres_bind", t.TRESBind),
		MemBind: t.MemBind, MemBindType: t.MemBindType, AcctFreq: t.AcctFreq, Profile: t.Profile,
		DelayBoot: numOf(t.DelayBoot), Switches: setOf(uint64(t.Switches)), SwitchWait: t.SwitchWait,
		Segment: setOf(uint64(t.Segment)), BatchFeatures: text("batch_features", t.BatchFeatures), ClusterFeatures: text("cluster_constraint", t.ClusterFeatures),
		MCSLabel: text("mcs_label", t.MCSLabel), SELinux: t.SELinux, Container: text("container", t.Container), ContainerID: text("container_id", t.ContainerID), BurstBuffer: text("burst_buffer", t.BurstBuffer),
		Priority: setNum{Set: t.Priority.Set, Number: t.Priority.Value}, OOMKillStep: numOf(t.OOMKillStep),
		WaitAllNodes: t.WaitAllNodes, Reboot: t.Reboot,
	}
}

// numOf gives a number that may be zero, nil if it is not set.
func numOf(n slurm.Num) *uint64 {
	if !n.Set {
		return nil
	}
	v := n.Value
	return &v
}

// noOOMKillStep is Slurm's NO_VAL16. slurmrestd takes a field that is missing for 0, which overrides the cluster's
// TaskPluginParam=OOMKillStep; sbatch sends this.
const noOOMKillStep = uint64(0xfffe)

// defaults adds what a data version takes for something else than the cluster's default where it is left out.
func (t *submitTuning) defaults(version string) {
	if t.OOMKillStep == nil && atLeast(version, "v0.0.42") {
		v := noOOMKillStep
		t.OOMKillStep = &v
	}
}

// VersionDefault says what EncodeSubmitFor adds to a submission for some data versions, and EncodeSubmit leaves out; "" if
// that is nothing.
func VersionDefault(s slurm.Submission) string {
	for _, part := range append([]slurm.Submission{s}, s.Parts...) {
		if !part.Tuning.OOMKillStep.Set {
			return fmt.Sprintf(`"oom_kill_step": %d, which leaves that to the cluster, from v0.0.42 on`, noOOMKillStep)
		}
	}
	return ""
}

// atLeast compares data versions, as in v0.0.42. One of another form is not known to be so new.
func atLeast(version, least string) bool {
	return len(version) == len(least) && version[:5] == least[:5] && version >= least
}
