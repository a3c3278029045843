package work

import (
	"regexp"
	"testing"

	"fairplay/analysis"
	"fairplay/reports/store"
)

// Where only the clocks tell the time class of a game, the plan reads them as
// the report does: the games of the common class are evaluated, and no others.
func TestClocksTellTheClassWhenPlanning(t *testing.T) {
	t.Parallel()
	s := serve(t)
	_, err := s.Store.ChangeEvent(t.Context(), eventID, 0, func(e *store.Event) error {
		e.TimeClass = analysis.Blitz
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const clocked = 4 // of the six games
	file, games := round8(t), 0
	file[1] = regexp.MustCompile(`(?m)^1\. ?(\S+) (\S+)`).ReplaceAllStringFunc(file[1], func(first string) string {
		if games++; games > clocked {
			return first
		}
		return regexp.MustCompile(`^1\. ?(\S+) (\S+)`).ReplaceAllString(first, "1. $1 {[%clk 1:30:00]} $2 {[%clk 1:30:00]}")
	})
	if games != 6 {
		t.Fatalf("the file has %d games, not six", games)
	}
	s.accept(t, file)
	s.work(t)
	if planned := len(s.tasks(t, EvaluateQuick)); planned != clocked {
		t.Errorf("%d games are evaluated, not the %d whose clocks show a standard game", planned, clocked)
	}
}
