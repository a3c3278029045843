package regulations

import "time"

// RuleSource cites the text of a rule.
type RuleSource struct {
	Article   string   `json:"article"`            // our own key, which no book uses: "R-IV-6"
	Citation  string   `json:"citation,omitempty"` // where people find it: text, chapter, section, printed item
	Text      string   `json:"text"`               // name of the text
	ValidFrom string   `json:"valid_from"`         // YYYY-MM-DD, "" for advice without a date
	Dating    string   `json:"dating,omitempty"`   // how ValidFrom was determined, where the text names no day
	Later     string   `json:"later,omitempty"`    // YYYY-MM-DD from which another edition may be in force that is not among the sources of the table
	Standing  Standing `json:"standing,omitempty"` // filled in by Edition
}

// Standing says how the date of a rule relates to the date of the event.
type Standing string

// The standings. An answer with any other than InForce needs a caveat.
const (
	InForce     Standing = "in_force"
	NotYet      Standing = "not_yet_in_force" // the event is older than the oldest text known here, which is used all the same
	DateUnknown Standing = "date_unknown"     // the event has no date; the newest text is used
	LaterUnread Standing = "later_unread"     // a later edition may be in force, which is not among the sources of the table
)

// source returns the citation of a row. Rows embed Source and so have this method.
func (r RuleSource) source() RuleSource { return r }

// datedRow is a row of a dated table.
type datedRow interface{ source() RuleSource }

// inForce returns the newest row whose text applied on the start date, with its standing. Rows
// are in ascending order of their dates; there is at least one.
func inForce[R datedRow](rows []R, start time.Time) (R, Standing) {
	if start.IsZero() {
		return rows[len(rows)-1], DateUnknown
	}
	day := start.Format(time.DateOnly)
	for i := len(rows) - 1; i >= 0; i-- {
		if of := rows[i].source(); of.ValidFrom <= day {
			if of.Later != "" && of.Later <= day {
				return rows[i], LaterUnread
			}
			return rows[i], InForce
		}
	}
	return rows[0], NotYet
}
