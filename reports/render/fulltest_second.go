package render

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/reports"
)

// second shows the second test beside the first one.
func (t fullTest) second() section {
	other := t.ofSecond()
	s := section{ID: "second", Title: t.say("second.title", nil), Text: []string{
		t.agreement(),
		t.say("second.meaning", fields{"Engine": orAbsent(other.Provenance.Engine.Name), "N": t.integer(other.Moves), "First": t.integer(t.Moves)}),
		t.say("second.permits", nil),
	}}
	switch {
	case t.Second.Calibration == nil:
		s.Text = append(s.Text, t.because(t.say("second.uncalibrated", nil), &t.Second.Basis))
	case !other.Footing.Judged:
		s.Text = append(s.Text, other.footing().Text...)
	}
	if c := t.Second.Correlation; c != nil {
		s.Text = append(s.Text, t.correlation(c))
	}
	all := other.testTable(other.Tests)
	all.Caption = t.say("second.all", nil)
	s.Tables, s.Notes = []*table{t.besides(&other), all}, other.missingTests(other.Tests)
	for i := range t.Second.Errors {
		if i == listedErrors {
			s.List = append(s.List, t.count("errors.more", len(t.Second.Errors)-i, nil))
			break
		}
		s.List = append(s.List, t.errorPlace(&t.Second.Errors[i])+": "+errorReason(&t.Second.Errors[i]))
	}
	return s
}

// ofSecond returns the report as if the second test were the first.
func (t fullTest) ofSecond() fullTest {
	r, s := *t.FullTest, t.Second
	r.Provenance.Basis, r.Footing, r.Moves, r.Tests, r.Combined, r.Evidence = s.Basis, s.Footing, s.Moves, s.Tests, s.Combined, s.Evidence
	return fullTest{t.words, &r}
}

// correlation says how far the second test repeats the first.
func (w *words) correlation(c *reports.Correlation) string {
	value := w.decimal(c.Value, 2)
	if c.Interval == nil {
		return w.say("second.correlation", fields{"Correlation": value})
	}
	return w.say("second.correlation_within", fields{"Correlation": value, "Low": w.decimal(c.Interval[0], 2), "High": w.decimal(c.Interval[1], 2)})
}

// agreement says in one sentence whether both tests reach the same threshold, and that
// they are not independent.
func (t fullTest) agreement() string {
	s := t.Second
	first, second := t.Provenance.Engine.Name, s.Engine.Name
	all := fields{"Threshold": t.boundary(&s.Threshold, t.Combined.Z), "First": t.z(t.Combined.Z, zLines(t.FullTest)...), "Second": t.z(s.Combined.Z, zLines(t.FullTest)...),
		"Why": t.why(s.AgreementMissing), "Kin": t.say("second.same_moves", nil)}
	const program = "Stockfish"
	if strings.HasPrefix(first, program) && strings.HasPrefix(second, program) && first != second {
		all["Kin"] = t.say("second.kin", fields{"First": first, "Second": second})
	}
	return t.say("agreement."+cmp.Or(string(s.Agreement), "unknown"), all)
}

// besides is the table of both tests: the z of each test, the combined Z and the odds.
func (t fullTest) besides(other *fullTest) *table {
	s := &table{Columns: []column{{Head: t.say("second.figure", nil), Left: true}, {Head: t.say("second.first_test", nil)}, {Head: t.say("second.second_test", nil)}}}
	faint := !t.Footing.Judged || !other.Footing.Judged
	for i := range other.Tests {
		r := &other.Tests[i]
		first := absent
		if k := slices.IndexFunc(t.Tests, func(f reports.TestRow) bool { return f.Test == r.Test }); k >= 0 {
			first = t.z(t.Tests[k].Z)
		}
		s.addFaint(faint, t.say("second.z", fields{"Test": t.slug("test", r.Test)}), first, t.z(r.Z))
	}
	s.addFaint(faint, t.slug("test", "combined"), t.z(t.Combined.Z, zLines(t.FullTest)...), t.z(other.Combined.Z, zLines(t.FullTest)...))
	s.addFaint(faint, t.say("second.odds", nil), t.ratio(t.Evidence.Log), t.ratio(other.Evidence.Log))
	return s
}

// secondBasis says what the second test rests on.
func (t fullTest) secondBasis() section {
	return section{ID: "second_basis", Title: t.say("second.basis", nil), Facts: append(t.engineFacts(&t.Second.Basis), t.calibrationFacts(&t.Second.Basis)...)}
}
