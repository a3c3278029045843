package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
)

// caseContent is the page of a case.
type caseContent struct {
	*caseRead
	Way       []wayStep
	Ahead     []caseNext // steps that move the case on
	Later     []caseNext // steps that would, and lack something
	Beside    []caseNext // entries that are only added
	Evidence  []evidenceColumn
	Claims    claimsShown
	Files     []complaint.Attachment
	History   []entryShown
	Invited   *invitedRead  // with the secret, once
	Roles     []access.Role // as which people can be invited
	Capacity  fieldShown    // of a respondent who is invited
	Exhibits  bool          // he may add evidence
	MayAttach bool
	MayExport bool
	MayErase  bool
	Mine      bool // the reader is a party
	SeesEvent bool // he may open the pages of the event
	Zone      string
	Lang      string
	Drafts    []complaint.Notice // letters and forms that can be read
}

// Subject is the number of the case.
func (c caseContent) Subject() string { return c.Number }

// wayStep is a state that the case has passed.
type wayStep struct {
	State complaint.State
	At    time.Time
	Now   bool
}

// evidenceColumn is the evidence of one kind (IV.5).
type evidenceColumn struct {
	Of    complaint.ExhibitKind
	Items []exhibitShown
}

type exhibitShown struct {
	complaint.Exhibit
	Seq    int64
	Linked bool // its reports are open to the reader
}

// entryShown is an entry with its content in the order of its form.
type entryShown struct {
	Seq    int64
	Kind   complaint.EntryKind
	At     time.Time
	Erased bool
	Says   []saidPart
}

// saidPart is one object of an entry's content.
type saidPart struct {
	Name   string
	Number int
	Fields []saidField
}

// saidField is one field of an entry's content, in words.
type saidField struct {
	Name  string
	Texts []string
	Prose bool
}

func showCase(v *visit) (any, error) {
	inquiry, zone := v.inquiry, v.zoneOfCase()
	content := caseContent{caseRead: inquiry, Zone: zone.String(), Lang: v.lang, Drafts: inquiry.Letters, MayAttach: v.open("addAttachment"), MayExport: v.open("exportCase"), MayErase: v.open("eraseCase")}
	if invited, ok := v.secret.(invitedRead); ok {
		content.Invited = &invited
	}
	for _, g := range v.person.Token.Grants {
		content.Mine = content.Mine || g.Case == inquiry.ID && (g.Role == access.Complainant || g.Role == access.Respondent)
	}
	if v.open("inviteParty") {
		content.Capacity = formShown{say: v}.field(capacityField(), "capacity", v.c.Request().PostForm)
		content.Roles = []access.Role{access.Complainant, access.Respondent}
	}
	for _, d := range inquiry.Due {
		if d.By != nil {
			*d.By = d.By.In(zone)
		}
	}
	content.SeesEvent = inquiry.Event != "" && v.mayOn(access.On{Event: inquiry.Event}, "readEvent")
	content.sortSteps()
	if !content.Mine { // a party sees its own entries in the history
		for _, of := range complaint.ExhibitKinds() {
			content.Evidence = append(content.Evidence, evidenceColumn{Of: of})
		}
	}
	for _, e := range inquiry.Entries {
		if n := len(content.Way); n == 0 || content.Way[n-1].State != e.State {
			content.Way = append(content.Way, wayStep{State: e.State, At: e.At.In(zone)})
		}
		shown := entryShown{Seq: e.Seq, Kind: e.Kind, At: e.At.In(zone), Erased: inquiry.Erased != nil}
		if len(e.Says) > 0 {
			if err := content.take(e, zone); err != nil {
				return nil, err
			}
			var err error
			if shown.Says, err = v.said(e.Kind, e.Says, zone); err != nil {
				return nil, err
			}
		}
		content.History = append(content.History, shown)
	}
	if n := len(content.Way); n > 0 {
		content.Way[n-1].Now = true
	}
	for i := range content.History {
		if content.Mine { // gaps between numbers would reveal steps that a party does not see
			content.History[i].Seq = int64(i) + 1
		}
	}
	slices.Reverse(content.History)
	var err error
	content.Claims, err = v.claims(&content, zone)
	return content, err
}

// sortSteps divides possible steps into those that move the case on and those that only add
// something. For a party they stay together.
func (c *caseContent) sortSteps() {
	for _, step := range c.Next {
		_, typed := formOf(step.Kind)
		c.Exhibits = c.Exhibits || step.Kind == complaint.EntryExhibit && len(step.Lacks) == 0
		if !typed && step.Kind != complaint.EntryAttachment {
			continue
		}
		switch {
		case len(step.Lacks) > 0:
			c.Later = append(c.Later, step)
		case c.Mine || !slices.Contains(recorded(), step.Kind):
			c.Ahead = append(c.Ahead, step)
		default:
			c.Beside = append(c.Beside, step)
		}
	}
}

// recorded returns the kinds of entries that are added to a case along its way.
func recorded() []complaint.EntryKind {
	return []complaint.EntryKind{
		complaint.EntryParty, complaint.EntryRepresented, complaint.EntryLanguage, complaint.EntryLinked, complaint.EntryStatement, complaint.EntryExhibit,
		complaint.EntryAttachment, complaint.EntryClaim, complaint.EntryLetter, complaint.EntryDisclosed, complaint.EntryHoldSet, complaint.EntryHoldLifted,
	}
}

// formLetter names the form as it was filed, among letters.
const formLetter complaint.LetterKind = "form"

// take collects evidence, files and letters of an entry.
func (c *caseContent) take(e entryRead, zone *time.Location) error {
	switch e.Kind {
	case complaint.EntryExhibit:
		found := exhibitShown{Seq: e.Seq, Linked: len(e.Reports) > 0}
		if err := json.Unmarshal(e.Says, &found.Exhibit); err != nil {
			return err
		}
		found.Taken = found.Taken.In(zone)
		for i := range c.Evidence {
			if c.Evidence[i].Of == found.Of {
				c.Evidence[i].Items = append(c.Evidence[i].Items, found)
			}
		}
	case complaint.EntryFiled:
		if form := (complaint.Notice{Letter: formLetter}); !slices.Contains(c.Drafts, form) {
			c.Drafts = append([]complaint.Notice{form}, c.Drafts...)
		}
	case complaint.EntryLetter:
		var sent complaint.LetterSent
		if err := json.Unmarshal(e.Says, &sent); err != nil {
			return err
		}
		if notice := (complaint.Notice{Letter: sent.Letter, To: sent.To}); !slices.Contains(c.Drafts, notice) {
			c.Drafts = append(c.Drafts, notice)
		}
	case complaint.EntryAttachment:
		var file complaint.Attachment
		if err := json.Unmarshal(e.Says, &file); err != nil {
			return err
		}
		c.Files = append(c.Files, file)
	}
	return nil
}

// zoneOfCase returns the time zone for times of the case: that of the competition.
func (v *visit) zoneOfCase() *time.Location {
	if in := v.inquiry.Competition; in != nil {
		if zone, err := time.LoadLocation(in.TimeZone); err == nil {
			return zone
		}
	}
	return time.UTC
}

// saidForm returns the form in whose order an entry is shown.
func saidForm(kind complaint.EntryKind) caseForm {
	switch kind {
	case complaint.EntryOpened:
		form := openingForm()
		form[0].Fields = []caseField{choiceOf("case", "case_kind", complaint.CaseKinds()), textOf("event")}
		return form
	case complaint.EntryAttachment:
		return whole(textOf("name"), choiceOf[string]("remark", "unscanned", nil), textOf("digest"))
	case complaint.EntryClaimOrdered:
		return whole(textOf("claim"), textOf("engine"), tickOf("named"), textOf("file"))
	case complaint.EntryClaimFound:
		return whole(textOf("claim"), textOf("engine"), tickOf("named"), textOf("report"))
	}
	form, _ := formOf(kind)
	return form
}

// said returns the content of an entry, in the order of its form.
func (v *visit) said(kind complaint.EntryKind, text json.RawMessage, zone *time.Location) (parts []saidPart, err error) {
	var says map[string]any
	if err := json.Unmarshal(text, &says); err != nil {
		return nil, err
	}
	for _, p := range saidForm(kind) {
		objects := []any{at(says, p.Path)}
		if p.Least > 0 {
			objects, _ = objects[0].([]any)
		}
		for i, one := range objects {
			part := saidPart{Name: p.Name}
			if len(objects) > 1 {
				part.Number = i + 1
			}
			for _, f := range p.Fields {
				if texts := v.saidTexts(f, at(one, f.Path), zone); len(texts) > 0 {
					part.Fields = append(part.Fields, saidField{Name: v.fieldName(kind, f), Texts: texts, Prose: f.Sort == proseField})
				}
			}
			if len(part.Fields) > 0 {
				parts = append(parts, part)
			}
		}
	}
	return parts, nil
}

// at returns the value at a path of JSON, nil if there is none. Of a list on the way it takes the
// first element.
func at(from any, path string) any {
	if path == "" {
		return from
	}
	for step := range strings.SplitSeq(path, ".") {
		switch within := from.(type) {
		case map[string]any:
			from = within[step]
		case []any:
			if len(within) == 0 {
				return nil
			}
			from = within[0]
		default:
			return nil
		}
	}
	return from
}

// saidTexts returns the content of one field, one text for each of its values.
func (v *visit) saidTexts(f caseField, value any, zone *time.Location) (texts []string) {
	switch value := value.(type) {
	case []any:
		for _, one := range value {
			texts = append(texts, v.saidTexts(f, one, zone)...)
		}
	case map[string]any:
		texts = append(texts, plainly(value["name"])+" = "+plainly(value["value"]))
	case bool:
		if value {
			texts = append(texts, v.Slug("web.yes_no", "yes"))
		}
	case float64:
		texts = append(texts, strconv.FormatFloat(value, 'f', -1, 64))
	case string:
		switch moment, err := time.Parse(time.RFC3339, value); {
		case value == "":
		case f.Sort == momentField && err == nil:
			texts = append(texts, v.Moment(moment.In(zone)))
		case f.Sort == dayField:
			texts = append(texts, dayIn(v.Phrases, value))
		case f.Words != "":
			texts = append(texts, v.option(f.Words, value))
		case f.Sort == fileField || f.Sort == filesField:
			texts = append(texts, v.fileName(value))
		default:
			texts = append(texts, value)
		}
	}
	return texts
}

// option returns a word of a list. "other" is the name of a plural form in catalogues, so its key
// there is "another".
func (v *visit) option(list, value string) string {
	if value == string(complaint.AsOther) {
		value = "another"
	}
	return v.Slug(list, value)
}

// fileName is the name of an attachment, or the beginning of its digest.
func (v *visit) fileName(digest string) string {
	for _, e := range v.inquiry.Entries {
		var file complaint.Attachment
		if e.Kind == complaint.EntryAttachment && json.Unmarshal(e.Says, &file) == nil && file.Digest == digest {
			return file.Name
		}
	}
	return digest[:min(12, len(digest))]
}

// attach adds a file to the case.
func attach(v *visit) (string, error) {
	file, err := v.firstFile()
	if err != nil {
		return "", err
	}
	query := url.Values{"name": {file.name}}
	_, err = v.ask(http.MethodPost, v.ofCase("/attachments?"+query.Encode()), file.body, http.Header{"Content-Type": {"application/octet-stream"}})
	return v.atCase("?done=attached"), err
}

// inviteParty makes a token for somebody in this case. Its secret is shown once, in the answer.
func inviteParty(v *visit) (string, error) {
	role := v.value("role")
	if !plain(role) {
		return "", v.refusal("web.case.unreadable")
	}
	said := map[string]string{"name": v.value("name")}
	if capacity := v.value("capacity"); capacity != "" {
		said["capacity"] = capacity
	}
	var made invitedRead
	if err := v.send(http.MethodPost, v.ofCase("/parties/"+role), said, &made); err != nil {
		return "", err
	}
	v.secret = made
	return "", v.readCase(v.inquiry.ID)
}

// eraseCase destroys the key of the case, after the box that confirms this is ticked.
func eraseCase(v *visit) (string, error) {
	if v.value("sure") == "" {
		return "", v.refusal("web.case.erase_unsure")
	}
	return v.atCase("?done=erased"), v.send(http.MethodPost, v.ofCase("/erase"), map[string]string{"reason": v.value("reason")}, nil)
}
