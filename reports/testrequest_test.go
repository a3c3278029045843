package reports

import (
	"encoding/json"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/regulations"
)

func TestValidateTestRequest(t *testing.T) {
	good := TestRequest{Player: "Anna", Rating: 2400, Subset: "R3:17-24", EventPlan: EventPlan{Planned: 9, Players: 96}}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*TestRequest){
		"player":     func(r *TestRequest) { r.Player = "" },
		"rating":     func(r *TestRequest) { r.Rating = 4001 },
		"rating_sd":  func(r *TestRequest) { r.RatingSD = -1 },
		"event_size": func(r *TestRequest) { r.Players = -1 },
		"games":      func(r *TestRequest) { r.GameIDs = make([]string, mostGamesTested+1) },
		"subset":     func(r *TestRequest) { r.Subset = "x" },
		"longest":    func(r *TestRequest) { r.Subset = strings.Repeat("1", longestSubset+1) },
	} {
		bad := good
		change(&bad)
		if err := bad.Validate(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is stored of a request, and makes the identity of a test, keeps its bytes.
func TestTestRequestAsStored(t *testing.T) {
	r := TestRequest{
		Kind: FullKind, Player: "Anna", Rating: 2400, RatingSD: 50, Subset: "R3:17", SingledOut: true, Rounds: Rounds{{1, 3}, {7, 7}},
		GameIDs: []string{"a"}, EventPlan: EventPlan{9, 96, true, regulations.Hybrid}, WithSecond: true,
	}
	const want = `{"recipe":"full","player":"Anna","rating":2400,"rating_sd":50,"subset":"R3:17","singled_out":true,` +
		`"rounds":"1-3,7","games":["a"],"planned_rounds":9,"players":96,"finished":true,"mode":"hybrid","second":true}`
	got, err := json.Marshal(r)
	if err != nil || string(got) != want {
		t.Fatalf("%s, %v", got, err)
	}
	order, err := ReadTestOrder(got)
	if again, _ := json.Marshal(order.TestRequest); err != nil || string(again) != want {
		t.Errorf("%s, %v", again, err)
	}
	if short, _ := json.Marshal(TestRequest{Kind: QuickKind, Player: "Anna"}); string(short) != `{"recipe":"quick","player":"Anna"}` {
		t.Errorf("%s", short)
	}
	if _, err := ReadTestOrder([]byte(`{"rounds":"x"}`)); fault.KindOf(err) != fault.Corrupt {
		t.Error(err)
	}
}
