package registry_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
)

// Nobody has to state the SHA-256 of a letter: it is that of the letter as it is made here. One that is neither that nor of a file of
// the case is refused, and so is a letter for which the case has given no cause.
func TestDigestOfLetter(t *testing.T) {
	o, ctx := openOffice(t), t.Context()
	secretary := o.holder(access.Grant{Role: access.FPLSecretary})
	filed, err := secretary.File(ctx, somePaper([]byte(pdf)))
	if err != nil {
		t.Fatal(err)
	}
	by := o.as(access.FPLSecretary, secretary.Token.ID, filed.ID)
	sends := func(kind complaint.LetterKind, to complaint.Addressee, name, digest string) (string, error) {
		v, err := secretary.Write(ctx, filed.ID, &complaint.LetterSent{
			Letter: kind, To: to, Name: name, Language: "ru", Manner: "e-mail", Sent: o.now, Digest: digest,
		})
		if err != nil {
			return "", err
		}
		var sent complaint.LetterSent
		read(t, v, len(v.Entries)-1, &sent)
		return sent.Digest, nil
	}
	made := func(format string) string {
		var b bytes.Buffer
		if err := o.reg.Letter(ctx, by, &b, "receipt", "complainant", "", format, render.Options{Lang: "ru", Width: 120}); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))
	}
	for _, digest := range []string{"", made("pdf"), made("html"), made("table")} {
		want := digest
		if want == "" {
			want = made("pdf")
		}
		if got, err := sends(complaint.LetterReceipt, complaint.ToComplainant, "Petrenko, Ivan", digest); err != nil || got != want {
			t.Errorf("with %q: %q, %v, want %q", digest, got, err, want)
		}
	}
	// What was printed some days before it went out is the letter, too; what is older is not.
	early := made("html")
	for days, want := range map[int]string{3: "", 40: "letter_digest"} {
		o.now = o.now.AddDate(0, 0, days)
		if _, err := sends(complaint.LetterReceipt, complaint.ToComplainant, "Petrenko, Ivan", early); want == "" && err != nil || want != "" && (err == nil || faultCode(err) != want) {
			t.Errorf("%d days later: %v, want %q", days, err, want)
		}
		o.now = o.now.AddDate(0, 0, -days)
	}
	file := fmt.Sprintf("%x", sha256.Sum256([]byte(pdf)))
	for _, tt := range []struct {
		kind         complaint.LetterKind
		to           complaint.Addressee
		name, digest string
		code         string
	}{
		{complaint.LetterReceipt, complaint.ToComplainant, "Petrenko, Ivan", strings.Repeat("a", 64), "letter_digest"},
		{complaint.LetterReceipt, complaint.ToComplainant, "Somebody, Else", "", "letter_unknown"},
		{complaint.LetterDismissed, complaint.ToComplainant, "Petrenko, Ivan", "", "letter_unknown"},
		{complaint.LetterDismissed, complaint.ToComplainant, "Petrenko, Ivan", file, ""},
	} {
		_, err := sends(tt.kind, tt.to, tt.name, tt.digest)
		if tt.code == "" && err != nil || tt.code != "" && (fault.KindOf(err) != fault.Conflict || faultCode(err) != tt.code) {
			t.Errorf("%s to %s with %q: %v, want %q", tt.kind, tt.name, tt.digest, err, tt.code)
		}
	}
}
