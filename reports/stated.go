package reports

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/trf"
)

// StatedFacts is what somebody states about an event, in the words of the command line; "" for what
// is not stated. It takes precedence over a tournament file.
type StatedFacts struct {
	Record *tournament.EventRecord // over which the other fields take precedence; nil for none

	Federation    string // that registers the event: "ESP"
	Start         string // YYYY-MM-DD
	System        string // a tournament.System
	Predetermined string // yes or no, like the other questions
	Rounds        string
	Championship  string // a tournament.Championship
	Official      string
	Rated         string
	Women         string
	PrizeFund     string // in EUR
	Titles        string // "GM,IM", or "none"
	Average       string // of the ratings
}

// StatedFactsOf returns the facts on which title norms rest, as they are stated to a command.
func StatedFactsOf(f tournament.Facts) StatedFacts {
	s := StatedFacts{
		Federation: f.Federation, Start: dayText(f.Start), System: string(f.System), Predetermined: string(f.Predetermined),
		Championship: string(f.Championship),
	}
	if f.Rounds > 0 {
		s.Rounds = strconv.Itoa(f.Rounds)
	}
	return s
}

// norms lists the facts on which title norms rest as options of the command, in its order. direct
// names titles won directly.
func (s StatedFacts) norms(direct []string) []StatedOption {
	all := []StatedOption{
		{"championship", s.Championship}, {"federation", s.Federation}, {"predetermined", s.Predetermined},
		{"rounds", s.Rounds}, {"start", s.Start}, {"system", s.System},
	}
	for _, title := range direct {
		all = append(all, StatedOption{"direct", title})
	}
	return slices.DeleteFunc(all, func(o StatedOption) bool { return o.Value == "" })
}

// facts returns the stated facts. Anything wrong is an Invalid error.
func (s StatedFacts) facts() (tournament.Facts, error) {
	wrong := func(format string, args ...any) error {
		return fault.New(fault.Invalid, "event_facts", format, args...)
	}
	var f tournament.Facts
	if s.Record != nil {
		f = s.Record.Stated()
	}
	f.Federation = cmp.Or(s.Federation, f.Federation)
	f.System, f.Predetermined = cmp.Or(tournament.System(s.System), f.System), cmp.Or(tournament.YesNo(s.Predetermined), f.Predetermined)
	f.Championship = cmp.Or(tournament.Championship(s.Championship), f.Championship)
	f.Official, f.Women = cmp.Or(tournament.YesNo(s.Official), f.Official), cmp.Or(tournament.YesNo(s.Women), f.Women)
	f.Rated = cmp.Or(tournament.YesNo(s.Rated), f.Rated)
	if f.Federation != "" && !analysis.IsFederation(f.Federation) {
		return f, wrong("a federation is three capital letters, as FIDE writes it")
	}
	var err error
	if s.Start != "" {
		if f.Start, err = time.Parse(time.DateOnly, s.Start); err != nil {
			return f, wrong("%q is no day; write YYYY-MM-DD", s.Start)
		}
	}
	if s.Rounds != "" {
		if f.Rounds, err = strconv.Atoi(s.Rounds); err != nil || f.Rounds < 1 || f.Rounds > mostRounds {
			return f, wrong("%q is no number of rounds", s.Rounds)
		}
	}
	if s.PrizeFund != "" {
		euros, err := strconv.Atoi(s.PrizeFund)
		if err != nil {
			return f, wrong("%q is no prize fund in whole euros", s.PrizeFund)
		}
		f.PrizeFund = &euros
	}
	if s.Average != "" {
		average, err := strconv.ParseFloat(s.Average, 64)
		if err != nil {
			return f, wrong("%q is no average of ratings", s.Average)
		}
		f.Average = &average
	}
	if s.Titles != "" {
		f.Titles = titlesNamed(s.Titles)
		if f.Titles == nil {
			return f, wrong("%q names no titles; write GM,IM or none", s.Titles)
		}
	}
	return f, f.Validate()
}

// Dossier returns what is known of an event from the stated facts. Anything wrong is an Invalid
// error.
func (s StatedFacts) Dossier() (*Dossier, error) {
	f, err := s.facts()
	if err != nil {
		return nil, err
	}
	record := tournament.EventRecord{}
	if s.Record != nil {
		record = *s.Record
	}
	record.Facts, record.Federation, record.Start, record.End, record.PlannedRounds = f, f.Federation, dayText(f.Start), dayText(f.End), f.Rounds
	return &Dossier{Record: &record}, nil
}

// readTournament reads a tournament file and returns it with the digest of its bytes.
func readTournament(name string, r io.Reader) (*trf.Tournament, InputFile, error) {
	digest, in := sha256.New(), InputFile{File: name}
	t, err := ReadTournament(name, io.TeeReader(r, io.MultiWriter(digest, (*size)(&in.Bytes))))
	in.SHA256 = hex.EncodeToString(digest.Sum(nil))
	return t, in, err
}

// size counts the bytes written to it.
type size int64

func (s *size) Write(p []byte) (int, error) {
	*s += size(len(p))
	return len(p), nil
}

// mostRounds is the greatest number of rounds that may be stated for an event.
const mostRounds = 1000

// titlesNamed reads a list of titles; "none" is an empty list. It returns nil if a word is not a
// title.
func titlesNamed(text string) []string {
	titles := []string{}
	if text == "none" {
		return titles
	}
	for title := range strings.SplitSeq(text, ",") {
		title = strings.ToUpper(strings.TrimSpace(title))
		if !slices.Contains(tournament.Titles(), title) {
			return nil
		}
		titles = append(titles, title)
	}
	return titles
}
