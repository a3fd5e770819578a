package columns

import (
	"slices"
)

// ranking turns the texts of sort keys into numbers of the same order. Texts repeat (users, partitions, names of
// sweeps), so that sorting the few different ones and then numbers is several times faster than sorting texts.
type ranking struct {
	ids   map[string]int32
	texts []string
	of    []int32 // per row
	used  bool
}

func newRanking(rows int) *ranking {
	return &ranking{ids: map[string]int32{}, of: make([]int32, rows)}
}

func (r *ranking) add(row int, text string) {
	if text != "" {
		r.used = true
	}
	id, known := r.ids[text]
	if !known {
		id = int32(len(r.texts))
		r.ids[text] = id
		r.texts = append(r.texts, text)
	}
	r.of[row] = id
}

// settle puts the rank of each row's text below its number.
func (r *ranking) settle(all []keyed) {
	if !r.used {
		return
	}
	order := make([]int32, len(r.texts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch x, y := r.texts[a], r.texts[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	rank := make([]int64, len(order))
	for i, id := range order {
		rank[id] = int64(i)
	}
	for i := range all {
		all[i].n = all[i].n<<textBits | rank[r.of[i]]
	}
}

// textBits is the room for the rank of a text below the number of a key: keys that have both a number and a text
// have small numbers.
const textBits = 24
