package platform

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// maxText bounds a text, in bytes: nothing that is shown is longer, and a list of many long ones would fill the memory.
const maxText = 4 << 10

// scalar gives a string, a number or a boolean as neutralised text, cut off at maxText.
func scalar(v jsontext.Value) (string, bool) {
	switch v.Kind() {
	case '"':
		s, err := jsontext.AppendUnquote(nil, v)
		if err != nil {
			// Bytes that are no UTF-8 are replaced; the text before them and after is kept.
			return short(clean(strings.ToValidUTF8(string(s), "�"))), true
		}
		return short(clean(string(s))), true
	case '0', 't', 'f':
		return short(v.String()), true
	default:
		return "", false
	}
}

func short(s string) string {
	if len(s) <= maxText {
		return s
	}
	return strings.ToValidUTF8(s[:maxText], "")
}

// text returns a member that is a scalar; "" when it is missing or of another kind.
func (o object) text(name string) string {
	v, ok := o.get(name)
	if !ok {
		return ""
	}
	s, ok := scalar(v)
	if !ok {
		o.skips.add(o.at(name), "text")
	}
	return s
}

// count returns a whole number, given as such or as text; 0 when it is missing, negative, or none.
func (o object) count(name string) int {
	s := o.text(name)
	if s == "" {
		return 0
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= 0) || n != math.Trunc(n) || n > math.MaxInt32 {
		o.skips.add(o.at(name), "a whole number")
		return 0
	}
	return int(n)
}

// time returns a moment in RFC 3339; the zero time when it is missing or of another form.
func (o object) time(name string) time.Time {
	s := o.text(name)
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		o.skips.add(o.at(name), "a time")
		return time.Time{}
	}
	return t
}

// duration returns a time span: "604800s" as the platform writes it, a number of seconds, or {seconds, nanos}.
func (o object) duration(name string) time.Duration {
	v, ok := o.get(name)
	if !ok {
		return 0
	}
	text := ""
	if v.Kind() == '{' {
		text = o.object(name).text("seconds")
	} else {
		text = o.text(name)
	}
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "s"), 64)
	if err != nil || !(n >= 0) || n > math.MaxInt64/float64(time.Second) {
		o.skips.add(o.at(name), "a duration")
		return 0
	}
	return time.Duration(n * float64(time.Second))
}
