package flex

import "time"

// What says what happened in one clause, to be read after the type's words: "Kill task failed", "Mon 08:38, exact". The
// end of a lease is told as a moment of the zone, which stays true however late it is read. "" if the type says it all.
func (e Event) What(zone *time.Location) string {
	text := e.Text
	if !e.Ends.IsZero() {
		end := moment(e.Ends, e.At.In(zone))
		switch {
		case text == "":
			text = end
		case e.Type == LeaseEnds:
			text = end + ", " + text
		default:
			text += " (" + end + ")"
		}
	}
	switch {
	case e.Name == "":
		return text
	case text == "":
		return e.Name
	}
	return e.Name + ": " + text
}
