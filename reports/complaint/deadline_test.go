package complaint

import (
	"slices"
	"testing"
	"time"

	"fairplay/reports/regulations"
	"fairplay/reports/tournament"
)

func answerTo(all []AdmissibilityFinding, c Criterion) Answer {
	if i := slices.IndexFunc(all, func(f AdmissibilityFinding) bool { return f.Criterion == c }); i >= 0 {
		return all[i].Answer
	}
	return ""
}

func inZone(zone, s string) time.Time {
	place, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	t, err := time.ParseInLocation("2006-01-02 15:04:05", s, place)
	if err != nil {
		panic(err)
	}
	return t
}

// Online a complaint comes within 24 hours after the last round, that instant included, wherever it is sent from and
// whatever the clocks do in between (Annex I, G.2.1).
func TestTwentyFourHours(t *testing.T) {
	tests := []struct {
		name, zone, ended, received string
		want                        Answer
	}{
		{"exactly", "Europe/Kyiv", "2026-05-10 20:00:00", "2026-05-11 20:00:00", Passed},
		{"a second more", "Europe/Kyiv", "2026-05-10 20:00:00", "2026-05-11 20:00:01", Refused},
		{"clocks go forward", "Europe/Kyiv", "2026-03-28 20:00:00", "2026-03-29 21:00:00", Passed},
		{"clocks go forward, a second more", "Europe/Kyiv", "2026-03-28 20:00:00", "2026-03-29 21:00:01", Refused},
		{"clocks go back", "Europe/Kyiv", "2026-10-24 20:00:00", "2026-10-25 19:00:00", Passed},
		{"clocks go back, a second more", "Europe/Kyiv", "2026-10-24 20:00:00", "2026-10-25 19:00:01", Refused},
		{"no clocks change", "Asia/Kolkata", "2026-10-24 20:00:00", "2026-10-25 20:00:00", Passed},
		{"no clocks change, a second more", "Asia/Kolkata", "2026-10-24 20:00:00", "2026-10-25 20:00:01", Refused},
	}
	for _, tt := range tests {
		in := online()
		in.TimeZone, in.Ended = tt.zone, inZone(tt.zone, tt.ended)
		f := filed(complaintForm())
		f.Received = inZone(tt.zone, tt.received).UTC()
		if got := answerTo(AssessForm(Opening{Case: PTC, In: in}, f), NeedsDay); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	in := online()
	in.Ended = time.Time{}
	if got := answerTo(AssessForm(Opening{Case: PTC, In: in}, filed(complaintForm())), NeedsDay); got != Undecided {
		t.Errorf("the end is not known: %s", got)
	}
	if got := answerTo(AssessForm(Opening{Case: PTC, In: city()}, filed(complaintForm())), NeedsDay); got != "" {
		t.Errorf("over the board: %s", got)
	}
}

// The end of the time for an online complaint is an instant in the zone of the event.
func TestOnlineFilingIsDue(t *testing.T) {
	in := online()
	in.Ended = kyiv("2026-03-28 20:00:00")
	s := begin(t)
	s.now = kyiv("2026-03-29 21:00:00")
	s.says(theSecretary, Opening{Case: PTC, In: in})
	due := s.Due(kyiv("2026-03-29 21:00:00"))
	if due[0].Duty != string(OnlineFiling) || due[0].State != tournament.DutyOpen || due[0].By.Format(time.RFC3339) != "2026-03-29T21:00:00+03:00" {
		t.Errorf("%+v, by %v", due[0], due[0].By)
	}
	if due := s.Due(kyiv("2026-03-29 21:00:01")); due[0].State != tournament.DutyLate {
		t.Errorf("a second later it is %s", due[0].State)
	}
}

func TestLimitation(t *testing.T) {
	tests := []struct {
		name           string
		in             func() Competition
		start, ended   string
		received, zone string
		want           Answer
	}{
		{"board, years before", city, "2020-02-25", "2020-02-29 18:00:00", "2027-01-01 10:00:00", "Europe/Kyiv", Passed},
		{"board, the last day", city, "2020-02-25", "2020-02-29 18:00:00", "2028-02-25 23:59:59", "Europe/Kyiv", Passed},
		{"board, a day later a person decides", city, "2020-02-25", "2020-02-29 18:00:00", "2028-02-26 00:00:00", "Europe/Kyiv", Undecided},
		{"board, twenty years", city, "2006-02-25", "2006-03-01 18:00:00", "2026-02-26 00:00:00", "Europe/Kyiv", Undecided},
		{"board, no day", city, "", "2020-02-29 18:00:00", "2021-02-26 00:00:00", "Europe/Kyiv", Undecided},
		{"online from 29 February, the last second", online, "2024-02-20", "2024-02-29 18:00:00", "2025-02-28 23:59:59", "Europe/Kyiv", Passed},
		{"online from 29 February, midnight", online, "2024-02-20", "2024-02-29 18:00:00", "2025-03-01 00:00:00", "Europe/Kyiv", Refused},
		{"online, the same day", online, "2025-02-20", "2025-03-10 18:00:00", "2026-03-10 20:00:00", "Asia/Tokyo", Passed},
		{"online, in the zone of the event", online, "2025-02-20", "2025-03-10 18:00:00", "2026-03-11 00:00:00", "Asia/Tokyo", Refused},
	}
	for _, tt := range tests {
		in := tt.in()
		in.TimeZone, in.Start, in.Ended = tt.zone, tt.start, inZone(tt.zone, tt.ended)
		f := filed(complaintForm())
		f.Received = inZone(tt.zone, tt.received).UTC()
		if got := answerTo(AssessForm(Opening{Case: PTC, In: in}, f), NeedsTime); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestDataRequestDue(t *testing.T) {
	for _, tt := range []struct{ received, want string }{
		{"2026-01-30 09:00:00", "2026-03-02 00:00:00"}, // to the end of 1 March
		{"2028-01-30 09:00:00", "2028-03-01 00:00:00"}, // 29 February 2028
		{"2026-03-01 09:00:00", "2026-04-01 00:00:00"}, // across the change of clocks
	} {
		if got := DataRequestDue(kyiv(tt.received)); !got.Equal(kyiv(tt.want)) {
			t.Errorf("received %s: due %s, want %s", tt.received, got, tt.want)
		}
	}
}

// Whatever the order in which a form's rules are asked, each has an article that an outsider finds.
func TestAdmissibilityCites(t *testing.T) {
	for _, in := range []Competition{city(), online()} {
		for _, kind := range []CaseKind{ITC, PTC} {
			form := complaintForm()
			form.EngineResults = "all moves match"
			all := AssessForm(Opening{Case: kind, In: in}, filed(form))
			for _, f := range all {
				if len(f.Citations()) == 0 || slices.Contains(f.Citations(), "") || f.Missing == nil {
					t.Errorf("%s %s: %+v", kind, in.Mode, f)
				}
			}
			if why := answerTo(all, NeedsReasonLate); (why != "") != (kind == PTC && in.Mode == regulations.OverTheBoard) {
				t.Errorf("%s %s asks for the reason of no ITC: %q", kind, in.Mode, why)
			}
			if answerTo(all, NeedsClaim) != Missing {
				t.Errorf("matches are mentioned, and the claim is %s", answerTo(all, NeedsClaim))
			}
		}
	}
}

func TestRotate(t *testing.T) {
	all := Rotate([]Turn{{fplMember("c", "ESP"), 2}, {fplMember("b", "ESP"), 0}, {fplMember("a", "ESP"), 0}})
	if all[0].Token != "a" || all[1].Token != "b" || all[2].Token != "c" {
		t.Errorf("%+v", all)
	}
}
