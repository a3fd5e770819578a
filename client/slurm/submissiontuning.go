package slurm

// Tuning is what few jobs say: how Slurm places, binds and measures them. The words are those of sbatch, unless it
// says otherwise; what is not set is not sent.
type Tuning struct {
	SocketsPerNode, TasksPerCore uint32
	CoreSpec, ThreadSpec         Num    // cores or threads of each node that are kept for the system
	Distribution                 string // of the tasks, as in block:cyclic
	PlaneSize                    uint32 // of the distribution plane
	CPUFreq                      string // as in low-high:performance
	TRESFreq                     string // as in gpu:low
	TRESBind                     string // as in gres/gpu:closest
	MemBind                      string // the list of map_mem and mask_mem
	MemBindType                  []string
	AcctFreq                     string
	Profile                      []string
	DelayBoot                    Num // seconds
	Switches                     uint32
	SwitchWait                   uint32 // seconds to wait for so few switches
	Segment                      uint32 // nodes of each segment of topology/block; not before v0.0.41
	BatchFeatures                string // of the node that runs the script
	ClusterFeatures              string
	MCSLabel, SELinux            string
	Container, ContainerID       string
	BurstBuffer                  string
	Priority                     Num
	OOMKillStep                  Num // 0 or 1; not before v0.0.42
	WaitAllNodes                 *bool
	Reboot                       bool
}
