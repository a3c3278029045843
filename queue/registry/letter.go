package registry

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
)

// FormLetter is the name under which Letter writes the form as it was filed.
const FormLetter = "form"

// Letter writes a letter of a case, or its form, in one of render.PaperFormats. What the reader may not see, or the case has
// given no cause for, is hidden (NotFound).
func (r *Register) Letter(ctx context.Context, w io.Writer, id, kind, to, format string, o render.Options, by Reader) error {
	_, c, err := r.read(ctx, id)
	if err != nil {
		return err
	}
	if kind == FormLetter {
		seen, _ := c.View(by)
		filing, filed := complaint.Latest[complaint.Filing](seen)
		if !filed {
			return access.Hidden()
		}
		opening := seen.Opening()
		return render.ComplaintForm(w, format, opening.Case, &filing.Says, opening.In.TimeZone, o)
	}
	l, ok := letter(c, complaint.Number(id), complaint.LetterKind(kind), complaint.Addressee(cmp.Or(to, string(complaint.ToComplainant))), by, r.Now())
	if !ok {
		return access.Hidden()
	}
	return render.CaseLetter(w, format, &l, o)
}

// letter returns a letter of a case, with what the entries say of its reason and its deadline. ok is false where the case
// has given no cause for it, or the reader may not see it: chair and secretary see every letter, a chief arbiter those
// to the complainant while the case is his, and a party those to itself that were sent.
func letter(c complaint.Case, number string, kind complaint.LetterKind, to complaint.Addressee, by Reader, now time.Time) (l render.Letter, ok bool) {
	in := c.Opening().In
	l = render.Letter{Kind: kind, To: to, Case: number, Event: in.Name, Date: now, TimeZone: in.TimeZone, Name: addressee(c, to)}
	sent := complaint.Every[complaint.LetterSent](c)
	i := slices.IndexFunc(sent, func(s complaint.Said[complaint.LetterSent]) bool { return s.Says.Letter == kind && s.Says.To == to })
	if i >= 0 {
		l.Date = sent[i].Says.Sent
	}
	owed := slices.Contains(c.LettersOwed(), complaint.Notice{Letter: kind, To: to})
	switch by.Role {
	case access.FPLChair, access.FPLSecretary:
		ok = owed || i >= 0
	case access.ChiefArbiter:
		ok = (owed || i >= 0) && to == complaint.ToComplainant
	case access.Complainant, access.Respondent:
		ok = i >= 0 && string(to) == string(by.Role)
	}
	l.Words, l.Deadline = reason(c, kind)
	return l, ok
}

// addressee is the name of whom a letter goes to, "" for an office.
func addressee(c complaint.Case, to complaint.Addressee) string {
	var names []string
	switch to {
	case complaint.ToComplainant, complaint.ToRespondent:
		for _, p := range c.Parties(complaint.PartyRole(to)) {
			names = append(names, p.Name)
		}
	case complaint.ToFederation:
		return c.SentTo()
	case complaint.ToChiefArbiter:
		if all := c.Opening().In.Arbiters; len(all) > 0 {
			return all[0].Name
		}
	}
	return strings.Join(names, ", ")
}

// reason is what those who decided wrote, and until when an answer is asked for.
func reason(c complaint.Case, kind complaint.LetterKind) (words string, deadline time.Time) {
	switch kind {
	case complaint.LetterForm, complaint.LetterResubmit:
		asked, _ := complaint.Latest[complaint.FormRequest](c)
		return asked.Says.Sentence, asked.Says.Until
	case complaint.LetterInadmissible:
		decided, _ := complaint.Latest[complaint.Inadmissibility](c)
		return decided.Says.Reason, deadline
	case complaint.LetterNotice:
		notice, _ := complaint.Latest[complaint.RespondentNotice](c)
		return "", notice.Says.AnswerBy
	case complaint.LetterDismissed:
		closed, _ := complaint.Latest[complaint.BallotClosing](c)
		return closed.Says.Summary, deadline
	case complaint.LetterNational:
		decided, _ := complaint.Latest[complaint.FederationDecision](c)
		return decided.Says.Decision, deadline
	case complaint.LetterCaution:
		caution, _ := complaint.Latest[complaint.Caution](c)
		return caution.Says.Sentence, deadline
	}
	return "", deadline
}
