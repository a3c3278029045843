package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"fairplay/api"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/intake"
	"fairplay/reports/store"
)

// scanner finds what the tests call a virus, and is away for a file that says so.
type scanner struct{}

func (scanner) Scan(_ context.Context, file io.Reader) (intake.Scan, error) {
	text, err := io.ReadAll(file)
	switch {
	case strings.Contains(string(text), "virus"):
		return intake.Scan{State: intake.Infected, Found: "Test.Virus"}, err
	case strings.Contains(string(text), "silence"):
		return intake.Scan{State: intake.NotScanned, Reason: intake.ScannerSilent, Cause: errors.New("away")}, err
	}
	return intake.Scan{State: intake.Clean}, err
}

// A file in which the scanner finds something is refused, which the audit says; one that it could not scan is kept and
// marked.
func TestAttachmentsAreScanned(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *api.Config) { c.Scan = scanner{} })
	event := h.event("Kyiv Open", "UKR")
	secretary := h.holder(access.Grant{Role: access.FPLSecretary})
	var opened registry.View
	secretary.want(secretary.call("POST", "/v1/cases", fmt.Sprintf(`{"kind": "ptc", "event": %q}`, event)), http.StatusCreated, &opened)
	complainant := secretary.admits(opened.ID, access.Complainant, "Example, Anna")
	attach := func(comment string) said {
		return complainant.call("POST", caseAt(opened.ID, "/attachments?name=scan.pdf"), pdfFile+"% "+comment+"\n%%EOF\n", "Content-Type: application/octet-stream")
	}
	for comment, want := range map[string]complaint.Attachment{
		"a game":  {Scanned: complaint.Clean},
		"silence": {Scanned: complaint.NotScanned, Remark: string(intake.ScannerSilent)},
	} {
		var v registry.View
		complainant.want(attach(comment), http.StatusCreated, &v)
		var got complaint.Attachment
		h.must(json.Unmarshal(v.Entries[len(v.Entries)-1].Says, &got))
		if got.Scanned != want.Scanned || got.Remark != want.Remark {
			t.Errorf("%s: %+v", comment, got)
		}
	}
	before := len(complainant.sees(opened.ID).Entries)
	complainant.refused(attach("a virus"), http.StatusBadRequest, "virus_found")
	if after := len(complainant.sees(opened.ID).Entries); after != before {
		t.Errorf("%d entries, %d before", after, before)
	}
	entries, err := h.db.AuditEntries(t.Context(), store.AuditQuery{Token: complainant.id, Action: "addAttachment"})
	h.must(err)
	if len(entries) != 3 || !strings.Contains(entries[2].Detail, "refused: a virus") {
		t.Errorf("audit %+v", entries)
	}
}
