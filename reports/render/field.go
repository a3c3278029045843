package render

import (
	"math"
	"strconv"
	"strings"

	"fairplay/reports"
)

// field says how the players of an event, taken together, play against their ratings,
// and what that means for the figures; "" without a calibration.
func (w *words) field(s *reports.Screening) string {
	switch {
	case s.Field != nil:
		text := w.offset("field", s.Field) + " " + w.say("field.used", nil)
		if s.Field.Apart {
			text += " " + w.apart("field", s.Field)
		}
		return text
	case len(s.Fields) > 0:
		return strings.Join(w.eventFields("field", s.Fields), " ")
	case s.FieldMissing == "" || s.Provenance.Calibration == nil: // the report says why, for all figures at once
		return ""
	}
	return w.say("field.none", fields{"Why": w.why(s.FieldMissing)})
}

// eventFields says of each of several events how far its field plays from its ratings. list is that of
// offset.
func (w *words) eventFields(list string, events []reports.EventField) []string {
	texts := []string{w.say(list+".several", nil)}
	for i := range events {
		e := &events[i]
		text := w.say("field.unknown", fields{"Why": w.why(e.Missing)})
		if e.Field != nil {
			text = w.offset(list, e.Field)
		}
		texts = append(texts, w.say("field.of", fields{"Event": printable(e.Event), "Text": text}))
	}
	return texts
}

// offset says how far a field plays from its ratings. list is "field" for all players
// of an event, "others" for all but one.
func (w *words) offset(list string, f *reports.FieldOffset) string {
	all := fields{"Difference": w.decimal(math.Abs(f.Offset), 0), "SD": w.decimal(f.SD, 0), "Low": w.signed(f.Interval[0], 0), "High": w.signed(f.Interval[1], 0),
		"Players": w.integer(f.Players), "Sides": w.integer(f.Sides), "Moves": w.integer(f.Moves)}
	switch {
	case f.Interval[0] > 0:
		return w.say(list+".above", all)
	case f.Interval[1] < 0:
		return w.say(list+".below", all)
	}
	all["Difference"] = w.signed(f.Offset, 0)
	return w.say(list+".as_rated", all)
}

// apart says what it means that the ratings do not describe how a field plays. list is
// that of offset.
func (w *words) apart(list string, f *reports.FieldOffset) string {
	if f.Offset < 0 {
		return w.say(list+".apart_below", nil)
	}
	return w.say(list+".apart_above", nil)
}

// fieldFigures names the figures of a field, for CSV; without a field they are empty.
func fieldFigures(f *reports.FieldOffset) [][2]string {
	if f == nil {
		return [][2]string{{"offset"}, {"sd"}, {"players"}, {"sides"}, {"moves"}}
	}
	return [][2]string{{"offset", ratingCell(&f.Offset)}, {"sd", ratingCell(&f.SD)}, {"players", strconv.Itoa(f.Players)},
		{"sides", strconv.Itoa(f.Sides)}, {"moves", strconv.Itoa(f.Moves)}}
}

// field says how the others in the event play against their ratings.
func (t fullTest) field() section {
	s := section{ID: "field", Title: t.say("others.title", nil)}
	if len(t.Fields) > 0 {
		said := t.eventFields("others", t.Fields)
		s.Text, s.List = []string{said[0], t.say("others.used", nil)}, said[1:]
		return s
	}
	if t.Field == nil {
		s.Text = []string{t.say("others.none", fields{"Why": t.why(t.FieldMissing)})}
		return s
	}
	s.Text = []string{t.offset("others", t.Field), t.say("others.used", nil)}
	return s
}

// againstRating shows the Z against the rating alone beside the Z in the field, and
// how much the field moves it; nothing where there is only one.
func (t fullTest) againstRating(s *section) {
	c := &t.Combined
	if c.Z == nil || c.RatingAlone == nil {
		return
	}
	moved := *c.Z - *c.RatingAlone
	s.Text = append([]string{t.say("combined.field", fields{"Moved": t.z(&moved)})}, s.Text...)
	both := &table{Columns: []column{{Head: t.say("combined.against", nil), Left: true}, {Head: "Z"}}}
	both.addFaint(true, t.say("combined.against_rating", nil), t.z(c.RatingAlone))
	both.addFaint(!t.Footing.Judged, t.say("combined.against_field", nil), t.z(c.Z))
	s.Tables = []*table{both}
}
