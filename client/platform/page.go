package platform

import (
	"io"
	"slices"
	"strings"
)

// Page is a part of a list of Compute Engine.
type Page[T any] struct {
	Items []T
	Next  string // token of the next page; "" on the last
	// Missing names the places that did not answer: what is there is not in the list.
	Missing []string
}

// Follow reads pages until the last and joins them: at most 40 of them, with at most 50,000 items, and not on from a page
// that names itself as the next; what is left out by that is in Missing. ask gets the token of the page, "" at first.
func Follow[T any](ask func(token string) (Page[T], error)) (Page[T], error) {
	const most = 40
	var all Page[T]
	for range most {
		p, err := ask(all.Next)
		if err != nil {
			return Page[T]{}, err
		}
		all.Items = append(all.Items, p.Items...)
		for _, place := range p.Missing {
			if !slices.Contains(all.Missing, place) {
				all.Missing = append(all.Missing, place)
			}
		}
		if p.Next == "" {
			all.Next = ""
			return all, nil
		}
		if p.Next == all.Next || len(all.Items) >= maxElements {
			break
		}
		all.Next = p.Next
	}
	all.Next, all.Missing = "", append(all.Missing, "the pages that follow")
	return all, nil
}

// readScopes reads an aggregated list: its items are by zone or region, each with a list of that name. Scopes with
// nothing in them say so in a warning, and those that cannot be reached too.
func readScopes[T any](r io.Reader, what, list string, read func(scope string, o object) (T, bool)) (Page[T], error) {
	root, _, err := readRoot(r, what)
	if err != nil {
		return Page[T]{}, err
	}
	page := Page[T]{Next: root.text("nextPageToken"), Missing: unreached(root)}
	scopes := root.object("items")
	for _, name := range scopes.names() {
		scope := scopes.object(name)
		if code := scope.object("warning").text("code"); code != "" && code != noResults {
			page.Missing = append(page.Missing, lastPart(name))
		}
		for _, o := range scope.objects(list) {
			if x, ok := read(name, o); ok {
				page.Items = append(page.Items, x)
			}
		}
	}
	return page, nil
}

const noResults = "NO_RESULTS_ON_PAGE"

// unreached names the places that a list with returnPartialSuccess lacks.
func unreached(root object) []string {
	var out []string
	for _, place := range root.words("unreachables") {
		out = append(out, lastPart(place))
	}
	w := root.object("warning")
	if code := w.text("code"); len(out) == 0 && code != "" && code != noResults {
		out = append(out, code)
	}
	return out
}

// lastPart is what a name of Compute Engine ends with: the zone of "https://.../zones/us-central1-a".
func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
