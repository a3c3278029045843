package roster

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/pgn"
)

// Fault is an error in a table of players.
type Fault struct {
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // of the value, in bytes of its line, from 1; 0 for the whole line
	Reason string `json:"reason"`
	Text   string `json:"text,omitempty"`
}

// mostTable is the greatest size of a table of players, in bytes.
const mostTable = 16 << 20

// headings maps the possible headings of columns in a table of players, in English, Russian and
// Ukrainian, folded, to their meaning.
func headings() map[string]string {
	all := map[string]string{}
	for what, names := range map[string]string{
		"number": "no,nr,number,start number,starting rank,snr,номер,стартовый номер,ст номер,стартовий номер", "name": "name,player,full name,фио,фамилия имя,игрок,участник,піб,прізвище ім'я,гравець,учасник",
		"surname": "surname,last name,family name,фамилия,прізвище", "given": "first name,given name,forename,имя,ім'я", "fide_id": "fide id,fideid,fide no,fide number,id fide,fide,id,id фиде,ид фиде,код фиде,номер фиде,фиде,id фіде,ід фіде,код фіде,номер фіде,фіде",
		"title": "title,звание,титул,звання", "federation": "federation,fed,country,федерация,страна,фед,федерація,країна", "sex": "sex,gender,пол,стать",
		"born": "born,birth,birthday,birth year,year of birth,date of birth,b day,год рождения,дата рождения,год,рік народження,дата народження", "rating": "rating,elo,fide rating,rtg,рейтинг,рейтинг фиде,эло,рейтинг фіде,ело",
		"estimate": "estimate,estimated rating,оценка,оценка рейтинга,оцінка,оцінка рейтингу",
	} {
		for name := range strings.SplitSeq(names, ",") {
			all[strings.Join(Fold(name), " ")] = what
		}
	}
	return all
}

// ReadTable reads a table of players as spreadsheet programs export it: values separated by commas,
// semicolons or tabs, in UTF-8 or an old code page, with headings in English, Russian or Ukrainian.
// Columns with other headings are ignored. A faulty line is left out and reported. An error is
// returned if nothing can be read.
func ReadTable(r io.Reader) (entries []Entry, faults []Fault, err error) {
	raw, err := io.ReadAll(io.LimitReader(r, mostTable+1))
	switch {
	case err != nil:
		return nil, nil, err
	case len(raw) > mostTable:
		return nil, nil, fault.New(fault.TooLarge, "table_limit", "the table has more than %d MB", mostTable>>20)
	}
	text := strings.TrimPrefix(pgn.GuessEncoding([][]byte{raw}).Decode(raw), "\ufeff")
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	t := &tableReader{divider: divider(lines[0]), numbers: map[int]int{}, ids: map[string]int{}}
	head, err := t.read(lines[0])
	if err != nil {
		return nil, nil, fault.New(fault.Invalid, "table_head", "the table has no headings")
	}
	t.columns = columnsOf(head)
	if !slices.Contains(t.columns, "name") && !slices.Contains(t.columns, "surname") {
		return nil, nil, fault.New(fault.Invalid, "table_head", "line 1: no column is headed as one of names")
	}
	for n, line := range lines[1:] {
		t.line = n + 2
		row, err := t.read(line)
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			t.faults = append(t.faults, Fault{Line: t.line, Column: bad.Column, Reason: "the quotation marks of the line do not fit"})
		} else if err == nil {
			t.row(row)
		}
	}
	return t.entries, t.faults, nil
}

// divider returns the separator that is most frequent in the first line.
func divider(line string) rune {
	best := ','
	for _, sign := range ";\t" {
		if strings.Count(line, string(sign)) > strings.Count(line, string(best)) {
			best = sign
		}
	}
	return best
}

func columnsOf(head []string) []string {
	known := headings()
	columns := make([]string, len(head))
	for i, name := range head {
		columns[i] = known[strings.Join(Fold(name), " ")]
	}
	if !slices.Contains(columns, "surname") && !slices.Contains(columns, "name") {
		if at := slices.Index(columns, "given"); at >= 0 {
			columns[at] = "name" // the only name there is
		}
	}
	return columns
}

// tableReader reads a table line by line, so that an unclosed quotation mark affects no other line.
type tableReader struct {
	divider rune
	columns []string
	rows    *csv.Reader    // values of the line being read
	line    int            // its number
	numbers map[int]int    // line of each starting number
	ids     map[string]int // line of each FIDE id
	entries []Entry
	faults  []Fault
}

// read divides a line into values. The error is io.EOF for an empty one.
func (t *tableReader) read(line string) ([]string, error) {
	t.rows = csv.NewReader(strings.NewReader(line))
	t.rows.Comma = t.divider
	return t.rows.Read()
}

// row adds a row to the entries, or notes what is wrong with it.
func (t *tableReader) row(row []string) {
	e := Entry{Caveats: []EntryCaveat{}}
	var surname, given string
	before := len(t.faults)
	for i, value := range row {
		if i >= len(t.columns) {
			break
		}
		value = strings.TrimSpace(value)
		reason := ""
		switch t.columns[i] {
		case "name":
			e.Name = value
		case "surname":
			surname = value
		case "given":
			given = value
		case "number":
			reason = numberInto(&e.Number, value)
		case "fide_id":
			if e.FideID = FideID(value); value != "" && e.FideID == "" && strings.Trim(value, "0") != "" {
				reason = "a FIDE id has digits only"
			}
		case "title":
			e.Title = strings.ToUpper(value)
		case "federation":
			if e.Federation = strings.ToUpper(value); value != "" && !analysis.IsFederation(e.Federation) {
				reason = "a federation has three letters"
			}
		case "sex":
			e.Sex = sexOf(value)
		case "born":
			reason = bornInto(&e.Born, value)
		case "rating":
			reason = numberInto(&e.Rating, value)
		case "estimate":
			var n int
			if reason = numberInto(&n, value); n > 0 {
				e.Rating, e.Estimated = n, true
			}
		}
		if reason != "" {
			_, column := t.rows.FieldPos(i)
			t.faults = append(t.faults, Fault{Line: t.line, Column: column, Reason: reason, Text: value})
		}
	}
	if surname != "" {
		e.Name = strings.TrimSuffix(surname+", "+given, ", ")
	}
	if len(t.faults) > before || strings.Join(row, "") == "" {
		return
	}
	switch {
	case e.Name == "":
		t.faults = append(t.faults, Fault{Line: t.line, Reason: "there is no name"})
	case e.Number > 0 && t.numbers[e.Number] > 0:
		t.faults = append(t.faults, Fault{Line: t.line, Reason: fmt.Sprintf("line %d has the same number", t.numbers[e.Number]), Text: strconv.Itoa(e.Number)})
	case e.FideID != "" && t.ids[e.FideID] > 0:
		t.faults = append(t.faults, Fault{Line: t.line, Reason: fmt.Sprintf("line %d has the same FIDE id", t.ids[e.FideID]), Text: e.FideID})
	default:
		t.numbers[e.Number], t.ids[e.FideID] = t.line, t.line
		t.entries = append(t.entries, e)
	}
}

func numberInto(n *int, value string) (reason string) {
	if value == "" {
		return ""
	}
	read, err := strconv.ParseUint(value, 10, 16)
	*n = int(read)
	if err != nil {
		return "a number is wanted"
	}
	return ""
}

// bornInto reads the year from a year or a date.
func bornInto(year *int, value string) (reason string) {
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("./- ", r) }) {
		if n, err := strconv.ParseUint(part, 10, 16); err == nil && len(part) == 4 {
			*year = int(n)
			return ""
		}
	}
	if strings.Trim(value, "0./- ") == "" {
		return ""
	}
	return "a year or a date is wanted"
}

// sexOf returns "m" or "w", "" for any other text.
func sexOf(value string) string {
	switch strings.Join(Fold(value), "") {
	case "m", "male", "man", "м", "муж", "мужской", "ч", "чол":
		return "m"
	case "w", "f", "female", "woman", "ж", "жен", "женский", "жін":
		return "w"
	}
	return ""
}
