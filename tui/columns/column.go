package columns

import (
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/theme"
)

// Cell is the text of one cell and what it means.
type Cell struct {
	Text string
	Tone theme.Tone
}

// View is what cells need to know besides their row.
type View struct {
	Now        slurm.Time
	Glyphs     theme.Glyphs
	Cancelling func(key, array uint64) bool // a cancel of ours is under way for the row, or for its whole array
	Risk       func(r *Row) flex.Risk       // what the leases mean for the row; nil: not known
	Watched    func(r *Row) bool            // notices tell of it; nil: of none
}

// JobColumn is one column of the job list.
type JobColumn struct {
	Name, Title     string
	Min, Ideal, Max int  // widths in cells; Max 0: no bound
	Right           bool // numbers
	Keep            int  // the higher, the longer it stays when the room is short; 0 is always kept
	Flex            bool // takes what room is left
	Cell            func(r *Row, v *View) Cell
	Key             func(r *Row, now slurm.Time) SortKey // what it is sorted by; nil for LeaseColumn: see LeaseKey
	Timed           bool                                 // the order depends on what time it is
}

// LeaseColumn is the name of the column that shows what the leases mean for a job.
const LeaseColumn = "lease"

// JobColumns are the columns of the job list, from left to right.
func JobColumns() []JobColumn {
	return []JobColumn{
		{Name: "id", Title: "ID", Min: 7, Ideal: 7, Max: 24, Cell: idCell, Key: idKey},
		{Name: "name", Title: "NAME", Min: 11, Ideal: 14, Max: 32, Keep: 9, Cell: nameCell, Key: nameKey},
		{Name: "user", Title: "USER", Min: 6, Ideal: 6, Max: 14, Keep: 6, Cell: userCell, Key: userKey},
		{Name: "partition", Title: "PART", Min: 5, Ideal: 5, Max: 12, Keep: 2, Cell: partCell, Key: partKey},
		{Name: "state", Title: "STATE", Min: 11, Ideal: 11, Max: 16, Cell: stateCell, Key: stateKey},
		{Name: "used", Title: "USED", Min: 5, Ideal: 6, Max: 8, Right: true, Keep: 7, Cell: usedCell, Key: usedKey, Timed: true},
		{Name: "left", Title: "LEFT", Min: 5, Ideal: 6, Max: 8, Right: true, Keep: 4, Cell: leftCell, Key: leftKey, Timed: true},
		{Name: "nodes", Title: "NODES", Min: 5, Ideal: 5, Max: 6, Right: true, Keep: 3, Cell: nodesCell, Key: nodesKey},
		{Name: "gpus", Title: "GPUS", Min: 4, Ideal: 5, Max: 6, Right: true, Keep: 5, Cell: gpusCell, Key: gpusKey},
		{Name: LeaseColumn, Title: "LEASE", Min: 11, Ideal: 11, Max: 11, Keep: 9, Cell: riskCell},
		{Name: "priority", Title: "PRIO", Min: 9, Ideal: 9, Max: 10, Right: true, Keep: 1, Cell: prioCell, Key: prioKey},
		{Name: "where", Title: "WHY / WHERE", Min: 22, Ideal: 44, Flex: true, Keep: 8, Cell: whereCell, Key: whereKey},
	}
}
