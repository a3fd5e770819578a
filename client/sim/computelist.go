package sim

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// item is one thing of a list of Compute Engine.
type item struct {
	scope string // as in zones/us-central1-a
	name  string
	value value
}

// newItem reads what was written for a thing. What cannot be read, which would be a mistake in the writing, is sent as
// null.
func newItem(scope, name string, d *doc) item {
	return item{scope: scope, name: name, value: written(d.bytes())}
}

// written reads what was written a moment ago; it is null if that is no JSON.
func written(text []byte) value {
	v, err := parseValue(text)
	if err != nil {
		return value{kind: 'n'}
	}
	return v
}

func (x item) key() string { return x.scope + "/" + x.name }

// largestPage is how many things one page holds at most.
const largestPage = 500

// paged cuts a page out of a list, and names the next one. A page begins behind the last thing of the one before,
// so that things that come and go meanwhile neither hide others nor show them twice.
func paged(items []item, query url.Values) (page []item, next string, problem *computeFault) {
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.key(), b.key()) })
	size := largestPage
	if text := query.Get("maxResults"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > largestPage {
			return nil, "", invalidField("maxResults", text, "Must be between 0 and 500.")
		}
		if n > 0 {
			size = n
		}
	}
	if token := query.Get("pageToken"); token != "" {
		after, err := base64.RawURLEncoding.DecodeString(token)
		if err != nil {
			return nil, "", invalidField("pageToken", token, "Invalid page token.")
		}
		from, _ := slices.BinarySearchFunc(items, string(after)+"\x00", func(x item, k string) int { return strings.Compare(x.key(), k) })
		items = items[from:]
	}
	if len(items) > size {
		items = items[:size]
		next = base64.RawURLEncoding.EncodeToString([]byte(items[size-1].key()))
	}
	return items, next, nil
}

// aggregated writes an aggregated list: the things of a page by zone, and a warning for a zone that has none.
func (s *Sim) aggregated(kind string, page []item, next string) value {
	zones := []string{"a", "b", "c"}
	d := newDoc()
	d.add("kind", "compute#"+strings.TrimSuffix(kind, "s")+"AggregatedList")
	d.add("id", "projects/"+s.cfg.Project+"/aggregated/"+kind)
	scopes := newDoc()
	for _, z := range zones {
		scope := "zones/" + s.cfg.Region + "-" + z
		var in []value
		for _, x := range page {
			if x.scope == scope {
				in = append(in, x.value)
			}
		}
		one := newDoc()
		if len(in) > 0 {
			one.raw(kind, string(value{kind: '[', items: in}.append(nil)))
		} else {
			one.raw("warning", `{"code":"NO_RESULTS_ON_PAGE","message":"There are no results for scope '`+scope+`' on this page.","data":[{"key":"scope","value":"`+scope+`"}]}`)
		}
		scopes.raw(scope, string(one.bytes()))
	}
	d.raw("items", string(scopes.bytes()))
	if next != "" {
		d.add("nextPageToken", next)
	}
	d.add("selfLink", s.computeURL("aggregated/"+kind))
	return newItem("", "", d).value
}

// listed writes a plain list, that of the resize requests of a group.
func (s *Sim) listed(page []item, next string, path []string) value {
	d := newDoc()
	d.add("kind", "compute#instanceGroupManagerResizeRequestList")
	d.add("id", "projects/"+s.cfg.Project+"/"+strings.Join(path, "/"))
	if len(page) > 0 {
		var in []value
		for _, x := range page {
			in = append(in, x.value)
		}
		d.raw("items", string(value{kind: '[', items: in}.append(nil)))
	}
	if next != "" {
		d.add("nextPageToken", next)
	}
	d.add("selfLink", s.computeURL(strings.Join(path, "/")))
	return newItem("", "", d).value
}

func (s *Sim) computeURL(path string) string {
	return "https://www.googleapis.com/compute/v1/projects/" + s.cfg.Project + "/" + path
}
