package registry

import (
	"cmp"
	"context"
	"io"
	"slices"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
)

// FormLetter is the name under which Letter writes the form, as it was filed or, before that,
// blank.
const FormLetter = "form"

// Letter writes a letter of a case, or its form, in one of render.PaperFormats. A letter that the
// reader may not see, or for which the case gives no cause, is hidden (NotFound).
func (r *Register) Letter(ctx context.Context, w io.Writer, id, kind, to, name, format string, o render.Options, by CaseReader) error {
	_, c, err := r.read(ctx, id)
	if err != nil {
		return err
	}
	if kind == FormLetter {
		seen, _ := c.View(by)
		opening := seen.Opening()
		if !opening.Case.IsComplaint() {
			return access.Hidden()
		}
		var filled *complaint.Filing // blank, to be filled in by hand, until somebody files it
		if filing, filed := complaint.Latest[complaint.Filing](seen); filed {
			filled = &filing.Says
		}
		return render.ComplaintForm(w, format, opening.Case, filled, opening.In.TimeZone, o)
	}
	l := letter(c, complaint.Number(id), complaint.LetterKind(kind), complaint.Addressee(cmp.Or(to, string(complaint.ToComplainant))), name, by, r.Now())
	if l == nil {
		return access.Hidden()
	}
	return render.CaseLetter(w, format, l, o)
}

// letter returns the letter to an addressee, the first of its kind for "". It is nil if the case
// gives no cause for it, or the reader may not see it: chair and secretary see every letter,
// members and investigators those that were sent, a chief arbiter those to the complainant while
// the case is his, and a party those that were sent to it.
func letter(c complaint.Case, number string, kind complaint.LetterKind, to complaint.Addressee, name string, by CaseReader, now time.Time) *render.Letter {
	party := by.Role == access.Complainant || by.Role == access.Respondent
	if party {
		me, known := c.As(by)
		if name = me.Name; !known || string(to) != string(by.Role) {
			return nil
		}
	}
	at, sent := now, false
	for _, s := range complaint.Every[complaint.LetterSent](c) {
		if s.Says.Letter == kind && s.Says.To == to && (name == "" || s.Says.Name == name) {
			at, sent = s.Says.Sent, true
		}
	}
	notice := complaint.Notice{Letter: kind, To: to}
	owed := slices.Contains(c.LettersOwed(), notice)
	switch by.Role {
	case access.FPLChair, access.FPLSecretary:
		sent = owed || sent
	case access.ChiefArbiter:
		sent = (owed || sent) && to == complaint.ToComplainant
	case access.FPLMember, access.Investigator:
	default:
		sent = sent && party
	}
	if !sent {
		return nil
	}
	for _, l := range render.LettersOf(number, c, notice, at) {
		if name == "" || l.Name == name {
			return l
		}
	}
	return nil
}
