package fide

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/trf"
)

// longestLine is the greatest length of a line of a text list, in bytes; FIDE's have 163.
const longestLine = 4096

// setter puts a value of a list into a player; ok is false if the value is impossible.
type setter func(l *Listed, value string) (ok bool)

// listColumn is the place of a value in the lines of a text list.
type listColumn struct {
	name     string
	from, to int // bytes, from 0; to is where the next column begins
	take     setter
}

// textList reads a list in columns; its first line names and places them.
func textList(in *bufio.Reader, l *RatingList) iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		head, err := readLine(in)
		if errors.Is(err, io.EOF) {
			err = fault.New(fault.Invalid, "list_head", "the list is empty")
		}
		if err != nil {
			yield(Listed{}, err)
			return
		}
		columns, month, err := columnsOf(strings.TrimPrefix(head, "\ufeff"), l.class)
		if err != nil {
			yield(Listed{}, err)
			return
		}
		if l.Month == (Month{}) {
			l.Month = month
		}
		for n := 2; ; n++ {
			line, err := readLine(in)
			if errors.Is(err, io.EOF) {
				return
			}
			if err == nil && strings.TrimSpace(line) == "" {
				continue
			}
			player := Listed{}
			if err == nil {
				player, err = playerOf(line, columns, n)
			}
			if !yield(player, err) || err != nil && fault.KindOf(err) != fault.Invalid {
				return
			}
		}
	}
}

// readLine returns the next line without its end.
func readLine(in *bufio.Reader) (string, error) {
	line, err := in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fault.New(fault.TooLarge, "list_line", "a line of the list has more than %d bytes", longestLine)
	case errors.Is(err, io.EOF) && len(line) == 0:
		return "", io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		return "", err
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// columnsOf reads the first line of a list. The headings of "ID Number", games and K differ over
// the years.
func columnsOf(head string, class analysis.TimeClass) (all []listColumn, month Month, err error) {
	text := strings.NewReplacer("ID Number", "ID_Number", "ID number", "ID_Number", "TitlFed", "Tit Fed", "GamesBorn", "Gms  Born").Replace(head)
	rated := func(c analysis.TimeClass) func(*Listed) *Rated {
		return func(l *Listed) *Rated { return l.of(c) }
	}
	single := rated(class)
	known := map[string]setter{
		"id_number": takeID, "name": textInto(func(l *Listed) *string { return &l.Name }),
		"fed": textInto(func(l *Listed) *string { return &l.Federation }), "sex": textInto(func(l *Listed) *string { return &l.Sex }),
		"tit": takeTitle, "wtit": takeTitle, "b-day": takeYear, "born": takeYear, "flag": takeFlag,
		"srtng": rating(rated(analysis.StandardTime)), "sgm": games(rated(analysis.StandardTime)), "sk": factor(rated(analysis.StandardTime)),
		"rrtng": rating(rated(analysis.Rapid)), "rgm": games(rated(analysis.Rapid)), "rk": factor(rated(analysis.Rapid)),
		"brtng": rating(rated(analysis.Blitz)), "bgm": games(rated(analysis.Blitz)), "bk": factor(rated(analysis.Blitz)),
		"gms": games(single), "game": games(single), "games": games(single), "k": factor(single),
	}
	for at := 0; at < len(text); {
		if text[at] == ' ' {
			at++
			continue
		}
		end := at + strings.IndexByte(text[at:]+" ", ' ')
		c := listColumn{name: text[at:end], from: at, to: longestLine}
		if c.take = known[strings.ToLower(c.name)]; c.take == nil {
			if m, ok := ParseMonth(c.name); ok {
				month, c.take = m, rating(single)
			}
		}
		if n := len(all); n > 0 {
			all[n-1].to = at
		}
		all, at = append(all, c), end
	}
	if len(all) < 3 || all[0].name != "ID_Number" {
		return nil, Month{}, fault.New(fault.Invalid, "list_head", "line 1: this is no rating list of FIDE: the first line must name the columns, from ID Number on")
	}
	return all, month, nil
}

// playerOf reads the line of a player.
func playerOf(line string, columns []listColumn, n int) (l Listed, err error) {
	for _, c := range columns {
		if c.take == nil || c.from >= len(line) {
			continue
		}
		value := strings.TrimSpace(line[c.from:min(c.to, len(line))])
		if !c.take(&l, value) {
			return l, fault.New(fault.Invalid, "list_line", "line %d, column %d: %s cannot be %q", n, c.from+1, c.name, value)
		}
	}
	if l.FideID == "" {
		return l, fault.New(fault.Invalid, "list_line", "line %d, column 1: there is no FIDE id", n)
	}
	return l, nil
}

func (l *Listed) of(class analysis.TimeClass) *Rated {
	switch class {
	case analysis.Rapid:
		return &l.Rapid
	case analysis.Blitz:
		return &l.Blitz
	}
	return &l.Standard
}

func textInto(at func(*Listed) *string) setter {
	return func(l *Listed, value string) bool {
		*at(l) = value
		return true
	}
}

func takeID(l *Listed, value string) bool {
	l.FideID = strings.TrimLeft(value, "0")
	return len(value) < 16 && strings.Trim(value, "0123456789") == ""
}

// takeTitle keeps the higher of two titles. Old lists shorten them, g for GM.
func takeTitle(l *Listed, value string) bool {
	if l.Title == "" {
		l.Title, _ = trf.Title(value)
	}
	return true
}

func takeYear(l *Listed, value string) bool {
	year, _, _ := strings.Cut(value, ".")
	n, ok := number(year)
	l.Born = n
	return ok
}

// takeFlag reads the flags of a player: i for inactive, w for a woman.
func takeFlag(l *Listed, value string) bool {
	l.Inactive = strings.Contains(value, "i")
	if strings.Contains(value, "w") {
		l.Sex = "F"
	}
	return true
}

func rating(of func(*Listed) *Rated) setter {
	return func(l *Listed, value string) bool {
		n, ok := number(value)
		of(l).Rating = n
		return ok && n < 4000
	}
}

func games(of func(*Listed) *Rated) setter {
	return func(l *Listed, value string) bool {
		n, ok := number(value)
		of(l).Games = n
		return ok
	}
}

func factor(of func(*Listed) *Rated) setter {
	return func(l *Listed, value string) bool {
		n, ok := number(value)
		of(l).K = n
		return ok && n <= 40
	}
}

// number reads digits; an empty text is 0.
func number(s string) (int, bool) {
	if s == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(s, 10, 24)
	return int(n), err == nil
}
