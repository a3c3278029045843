package work

import (
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/store"
)

// A career leaves out what still waits, says so, and has it as soon as it is evaluated. It evaluates nothing itself.
func TestCareerOfWhatIsEvaluated(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.accept(t, round8(t))
	s.work(t)
	ids := []string{eventID, "00000000000000000000000000000002", "00000000000000000000000000000003"}
	for i, year := range []string{"2019", "2017"} {
		s.create(t, store.Event{ID: ids[i+1], Name: "Open " + year, TimeClass: analysis.StandardTime})
		text := strings.NewReplacer("FIDE Grand Swiss 2021", "Open "+year, "2021.11.04", year+".11.04", "2021.10.27", year+".10.27", "Sasikiran, Krishnan", "Other, O "+year, "5004985", "9900"+year).Replace(round8(t)[1])
		if _, _, err := s.Accept(t.Context(), ids[i+1], s.receive(t, [2]string{"open.pgn", text}), "token", ""); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			s.work(t)
			continue
		}
		next, _ := s.list.take() // only its import
		if err := s.Handlers()[next.Kind](t.Context(), next.ID); err != nil {
			t.Fatal(err)
		}
	}
	events := make([]store.Event, len(ids))
	for i, id := range ids {
		var err error
		if events[i], err = s.Store.Event(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	asked := len(s.engine.Asked)
	const player = "12573981"
	report, err := s.Tests.Career(t.Context(), player, events)
	if err != nil {
		t.Fatal(err)
	}
	names := func(r *reports.FullTest) (all []string) {
		for _, e := range r.Career.Events {
			all = append(all, e.Name)
		}
		return all
	}
	left := report.Career.LeftOut
	if len(left) != 1 || left[0].Reason != reports.Waits || left[0].Excluded != string(analysis.NotEvaluated) || left[0].Event != "Open 2017" {
		t.Errorf("left out are %+v", left)
	}
	if got := names(report); !slices.Equal(got, []string{"Open 2017", "Open 2019", "FIDE Grand Swiss 2021"}) || report.Career.Events[0].ZMissing != reports.NotEvaluated {
		t.Errorf("events %+v", report.Career.Events)
	}
	if again, err := s.Tests.Career(t.Context(), player, events); err != nil || again != report {
		t.Errorf("it is made anew: %v", err)
	}
	if _, err := s.Tests.Career(t.Context(), player, events[1:]); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("too little is evaluated: %v", err)
	}
	if _, err := s.Tests.Career(t.Context(), player, events[:1]); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("one event: %v", err)
	}
	if _, err := s.Tests.Career(t.Context(), "99999999", events); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nobody: %v", err)
	}
	if len(s.engine.Asked) != asked {
		t.Errorf("%d positions were evaluated", len(s.engine.Asked)-asked)
	}
	s.work(t)
	whole, err := s.Tests.Career(t.Context(), player, events)
	if err != nil || len(whole.Career.LeftOut) != 0 || len(whole.GameRows) != 3 {
		t.Errorf("once all is evaluated: %+v, %v", whole, err)
	}
}
