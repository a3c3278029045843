package registry

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
)

// FormLetter is the name under which Letter writes the form, as it was filed or, before that,
// blank.
const FormLetter = "form"

// Letter writes a letter of the case of the caller, or its form, in one of render.PaperFormats. A letter that the
// caller may not see, or for which the case gives no cause, is hidden (NotFound).
func (r *Register) Letter(ctx context.Context, who *door.Caller, w io.Writer, kind, to, name, format string, o render.Options) error {
	id, by := who.Case.ID, reader(who)
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
func letter(c complaint.Case, number string, kind complaint.LetterKind, to complaint.Addressee, name string, by complaint.Actor, now time.Time) *render.Letter {
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
	return drafted(c, number, notice, name, at)
}

// drafted returns the letter of a notice to somebody, the first for ""; an office has no name of its own. It is nil where it goes
// to nobody of the name.
func drafted(c complaint.Case, number string, n complaint.Notice, name string, at time.Time) *render.Letter {
	for _, l := range render.LettersOf(number, c, n, at) {
		if name == "" || l.Name == "" || l.Name == name {
			return l
		}
	}
	return nil
}

// letterWidth is how wide a letter is as text, in characters.
const letterWidth = 120

// letterDays is for how many days before it went out a letter may be dated.
const letterDays = 14

// withDigest fills into the entry of a letter that went out the SHA-256 of the letter as it is made here, as PDF. One that is
// stated must be that of the letter in one of render.PaperFormats, as it is dated now, on the day on which it went out or up to
// letterDays before, or of a file of the case; another is refused (Conflict), since it would prove nothing.
func withDigest(c complaint.Case, number string, sent complaint.LetterSent, now time.Time) (*complaint.LetterSent, error) {
	if slices.ContainsFunc(complaint.Every[complaint.Attachment](c), func(f complaint.Said[complaint.Attachment]) bool { return f.Says.Digest == sent.Digest }) {
		return &sent, nil
	}
	notice := complaint.Notice{Letter: sent.Letter, To: sent.To}
	before := func(s complaint.Said[complaint.LetterSent]) bool {
		return s.Says.Letter == sent.Letter && s.Says.To == sent.To
	}
	var l *render.Letter
	if slices.Contains(c.LettersOwed(), notice) || slices.ContainsFunc(complaint.Every[complaint.LetterSent](c), before) {
		l = drafted(c, number, notice, sent.Name, sent.Sent)
	}
	if l == nil {
		return nil, fault.New(fault.Conflict, "letter_unknown", "the case has given no cause for this letter to %.100q: attach what was sent, and name its SHA-256", sent.Name)
	}
	dated := []time.Time{sent.Sent, now}
	for days := range letterDays {
		dated = append(dated, sent.Sent.AddDate(0, 0, -days-1))
	}
	for _, l.Date = range dated {
		for _, format := range []string{"pdf", "html", "table"} {
			sum := sha256.New()
			if err := render.CaseLetter(sum, format, l, render.Options{Lang: sent.Language, Width: letterWidth}); err != nil {
				return nil, err
			}
			digest := hex.EncodeToString(sum.Sum(nil))
			if sent.Digest == "" {
				sent.Digest = digest
			}
			if sent.Digest == digest {
				return &sent, nil
			}
		}
	}
	return nil, fault.New(fault.Conflict, "letter_digest", "this is neither the SHA-256 of the letter as it is made here nor that of a file of the case: leave it out, or attach what was sent")
}
