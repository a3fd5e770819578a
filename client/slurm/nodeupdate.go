package slurm

// NodeUpdate changes a node. Slurm takes it from root, from SlurmUser and from administrators of its accounting; an
// operator is refused as any other user (tried with 24.11.5).
type NodeUpdate struct {
	State NodeOrder
	// Reason is kept by Slurm and shown to everybody; an order that takes a node from its users needs one.
	Reason string
}

// NodeOrder is a state that an administrator gives a node, in Slurm's words.
type NodeOrder string

// The orders that flexq gives.
const (
	OrderDrain  NodeOrder = "DRAIN"  // take no more work; what runs may end
	OrderResume NodeOrder = "RESUME" // take work again, also after DOWN; refused (number 2028) if the node does so already
)
