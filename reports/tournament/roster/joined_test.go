package roster

import (
	"slices"
	"testing"
)

// One list of several events gives each game the rating in force of its event, and none where an event does not list the player.
func TestJoined(t *testing.T) {
	entry := func(id string, rating int, later ...MonthRating) Entry {
		return Entry{Name: "Player " + id, FideID: id, InForce: Rating{Rating: rating}, Later: later}
	}
	all := Joined([]DatedList{
		{"2019-03", []Entry{entry("14100000", 2300, MonthRating{"2019-05", Rating{Rating: 2310}}), entry("", 2000), entry("7", 2100)}},
		{"2020-02", []Entry{entry("7", 2150)}},
		{"2021-06", []Entry{entry("014100000", 2400)}},
	})
	if names := []string{all[0].FideID, all[1].FideID}; len(all) != 2 || !slices.Equal(names, []string{"14100000", "7"}) {
		t.Fatalf("%+v", all)
	}
	for day, want := range map[string][2]int{"2018.12.31": {0, 0}, "2019.03.02": {2300, 2100}, "2019.06.01": {2310, 2100}, "2020.02.10": {0, 2150}, "2021.06.01": {2400, 0}, "2022.??.??": {0, 0}, "": {0, 0}} {
		if got := [2]int{all[0].On(day).Rating, all[1].On(day).Rating}; got != want {
			t.Errorf("on %s: %v, want %v", day, got, want)
		}
	}
}
