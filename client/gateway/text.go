package gateway

import (
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"flexq/client/fault"
	"flexq/client/wire"
)

const (
	maxErrorPage = 64 << 10
	maxExcerpt   = 200 // characters of others' text in a sentence of ours
)

// tidy makes others' text fit for a sentence.
func tidy(s string) string { return fault.Excerpt(wire.Clean(s), maxExcerpt) }

func quote(s string) string { return strconv.Quote(tidy(s)) }

func isJSON(h http.Header) bool {
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

// notJSON is the fault of an answer that should have been JSON.
func notJSON(rep *reply) *fault.Fault {
	if isJSON(rep.header) {
		return nil
	}
	what := "the answer is not JSON"
	if kind := tidy(rep.header.Get("Content-Type")); kind != "" {
		what += " but " + kind
	}
	page := rep.body.start(maxErrorPage)
	if rep.body.err != nil {
		return bodyFault(rep, rep.body.err)
	}
	if text := excerpt(page, rep.header); text != "" {
		what += ": " + text
	}
	f := fault.New(fault.Malformed, "", what)
	f.Status = rep.status
	return f
}

// excerpt is the start of what a person would read of a page.
func excerpt(page []byte, h http.Header) string {
	text := string(page)
	if strings.Contains(h.Get("Content-Type"), "html") {
		text = visible(text)
	}
	return tidy(text)
}

// visible takes the tags and what is in style and script out of an HTML page.
func visible(page string) string {
	var b strings.Builder
	for page != "" {
		text, rest, found := strings.Cut(page, "<")
		b.WriteString(text)
		b.WriteByte(' ')
		if !found {
			break
		}
		tag, after, _ := strings.Cut(rest, ">")
		page = after
		for _, hidden := range []string{"style", "script"} {
			if len(tag) >= len(hidden) && strings.EqualFold(tag[:len(hidden)], hidden) {
				_, page, _ = strings.Cut(page, "</"+hidden+">")
			}
		}
	}
	return b.String()
}

// redirected is the fault of a redirect that was not followed; nil for any other answer. from is what was asked at last.
func redirected(c call, rep *reply, from *url.URL) *fault.Fault {
	if rep.status < 300 || rep.status > 399 || rep.status == http.StatusNotModified {
		return nil
	}
	what, cure := "the address redirects elsewhere, which flexq does not follow with a credential", "set the address of the API itself, if you trust where it leads"
	to, err := from.Parse(rep.header.Get("Location"))
	switch {
	case err != nil || rep.header.Get("Location") == "":
	case to.Scheme != from.Scheme || to.Host != from.Host:
		what = "the address redirects to " + tidy(to.Scheme+"://"+to.Host) + ", which flexq does not follow with a credential"
	case c.isWrite:
		what = "the address redirects to " + tidy(to.Path) + " of the same server, which flexq does not follow with a change"
		cure = "set the address of the API itself"
	default:
		what = "the address redirects again and again, at last to " + tidy(to.Path) + " of the same server"
		cure = "set the address of the API itself, or mend the redirects of what is in front of it"
	}
	f := fault.New(fault.Usage, "", what)
	f.Status, f.Cure = rep.status, cure
	if c.isWrite && rep.status == http.StatusSeeOther { // it says that the request was done
		return uncertain(f)
	}
	return f
}
