package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
)

// statement is the part of a performance that is checked: its figures, which come from a
// report, and the columns that repeat some of them.
type statement struct {
	report  string
	n       int
	columns map[string]string // by the name that the figure has in the report
	body    string
}

const statementColumns = `p.report, p.n, p.name, p.fide_id, p.rating, p.games, p.moves, p.body, b.body`

func scanStatement(row scanner) (s statement, packed []byte, err error) {
	var name, fideID string
	var rating, games, moves int
	err = row.Scan(&s.report, &s.n, &name, &fideID, &rating, &games, &moves, &s.body, &packed)
	s.columns = map[string]string{
		"name": name, "fide_id": fideID, "rating": strconv.Itoa(rating), "games": strconv.Itoa(games), "moves": strconv.Itoa(moves),
	}
	return s, packed, err
}

// performance checks that a performance agrees with its report. Performances come in the order
// of their reports, so that each report is read once.
func (c *checker) performance(row scanner) (id, reason string, err error) {
	s, packed, err := scanStatement(row)
	if err != nil {
		return "", "", err
	}
	if c.reading != s.report {
		c.reading, c.read = s.report, nil
		if text, err := c.db.packing.unpack(packed); err == nil { // a damaged report is reported by itself
			c.read, _ = decodeAny(text).(map[string]any)
		}
	}
	if !s.in(c.read) {
		reason = "it is not what the report says"
	}
	return fmt.Sprintf("%d of report %s", s.n, s.report), reason, nil
}

// in reports whether a report contains the figures, as an entry of one of its lists or as a
// subset of its members, and whether the columns repeat them. A performance without figures
// agrees with any report.
func (s statement) in(report map[string]any) bool {
	figures, ok := decodeAny([]byte(s.body)).(map[string]any)
	if !ok {
		return s.body == "null"
	}
	for _, member := range report {
		entries, _ := member.([]any)
		for _, entry := range entries {
			if reflect.DeepEqual(entry, any(figures)) {
				return s.repeats(figures)
			}
		}
	}
	for name, figure := range figures {
		if said, there := report[name]; !there || !reflect.DeepEqual(said, figure) {
			return false
		}
	}
	person, ok := figures["player"].(map[string]any)
	return len(figures) > 0 && (!ok || s.repeats(map[string]any{"name": person["name"], "fide_id": person["fide_id"]}))
}

// repeats reports whether the columns agree with the figures.
func (s statement) repeats(figures map[string]any) bool {
	for name, text := range s.columns {
		if figure, there := figures[name]; there && fmt.Sprint(figure) != text {
			return false
		}
	}
	return true
}

// decodeAny decodes JSON and keeps numbers as written; it returns nil for anything else.
func decodeAny(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
