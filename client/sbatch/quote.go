package sbatch

import (
	"errors"
	"strings"
)

// quote writes a text so that it is one word of an #SBATCH line. style is the quote to use where one is needed, or where
// there was one before; 0 quotes only where it must.
func quote(text string, style byte) (string, error) {
	if i := strings.IndexAny(text, "\n\r\x00"); i >= 0 {
		return "", errors.New("a value cannot hold a line end or a NUL: an #SBATCH line has no way to write them")
	}
	if style == 0 {
		if text != "" && !strings.ContainsAny(text, blanks+"\"'\\#") && text[0] != ':' && !isPartWord(text) {
			return text, nil
		}
		style = '"'
		if strings.Contains(text, `"`) && !strings.Contains(text, "'") {
			style = '\''
		}
	}
	var b strings.Builder
	b.WriteByte(style)
	for i := range len(text) {
		if text[i] == '\\' || text[i] == style {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	b.WriteByte(style)
	return b.String(), nil
}

// quoteOf returns the quote with which a piece of a line begins, 0 for none.
func quoteOf(raw string) byte {
	if raw != "" && (raw[0] == '"' || raw[0] == '\'') {
		return raw[0]
	}
	return 0
}
