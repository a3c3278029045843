package web

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"time"

	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/complaint/registry"
)

// caseContent is the page of a case.
type caseContent struct {
	*registry.View
	Way       []wayStep
	Ahead     []registry.StepView // steps that move the case on
	Later     []registry.StepView // steps that would, and lack something
	Beside    []registry.StepView // entries that are only added
	Evidence  []evidenceColumn
	Claims    claimsShown
	Files     []complaint.Attachment
	History   []entryShown
	Invited   *wire.Invited // with the secret, once
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
	content := caseContent{View: inquiry, Files: inquiry.Attachments(), Zone: zone.String(), Lang: v.lang, MayAttach: v.open("addAttachment"), MayExport: v.open("exportCase"), MayErase: v.open("eraseCase")}
	if invited, ok := v.secret.(wire.Invited); ok {
		content.Invited = &invited
	}
	for _, l := range inquiry.Letters {
		content.Drafts = append(content.Drafts, complaint.Notice(l))
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
		body, err := e.Body()
		if err != nil {
			return nil, err
		}
		content.take(v, e, body, zone)
		content.History = append(content.History, entryShown{e.Seq, e.Kind, e.At.In(zone), inquiry.Erased != nil, content.said(v, body, zone)})
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
	err := v.claims(&content, zone)
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

// take collects evidence, letters and claims of an entry.
func (c *caseContent) take(v *visit, e registry.EntryView, body complaint.Body, zone *time.Location) {
	claims := false
	switch body := body.(type) {
	case *complaint.Exhibit:
		found := exhibitShown{Exhibit: *body, Seq: e.Seq, Linked: len(e.Reports) > 0}
		found.Taken = found.Taken.In(zone)
		for i := range c.Evidence {
			if c.Evidence[i].Of == found.Of {
				c.Evidence[i].Items = append(c.Evidence[i].Items, found)
			}
		}
	case *complaint.Filing:
		if form := (complaint.Notice{Letter: formLetter}); !slices.Contains(c.Drafts, form) {
			c.Drafts = append([]complaint.Notice{form}, c.Drafts...)
		}
		claims = body.Form.Engine != nil
	case *complaint.LetterSent:
		if notice := (complaint.Notice{Letter: body.Letter, To: body.To}); !slices.Contains(c.Drafts, notice) {
			c.Drafts = append(c.Drafts, notice)
		}
	case *complaint.ClaimMade:
		claims = true
	}
	if claims {
		text := v.Slug("case_entry", string(e.Kind)) + ", " + v.Moment(e.At.In(zone))
		c.Claims.Claims = append(c.Claims.Claims, caseChoice{Value: strconv.FormatInt(e.Seq, 10), Text: text})
	}
}

// zoneOfCase returns the time zone for times of the case: that of the competition.
func (v *visit) zoneOfCase() *time.Location {
	if in := v.inquiry.Competition; in != nil {
		return zoneIn(*in)
	}
	return time.UTC
}

// zoneIn returns the time zone of a competition, UTC if it is not known.
func zoneIn(in complaint.Competition) *time.Location {
	zone, err := time.LoadLocation(in.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
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

// said returns what an entry says, in the order of its form.
func (c *caseContent) said(v *visit, body complaint.Body, zone *time.Location) (parts []saidPart) {
	if body == nil {
		return nil
	}
	says := reflect.ValueOf(body)
	for _, p := range saidForm(body.Kind()) {
		objects := 1
		if p.Least > 0 {
			objects = p.made(says)
		}
		for number := range objects {
			part := saidPart{Name: p.Name}
			if objects > 1 {
				part.Number = number + 1
			}
			for _, f := range p.Fields {
				if texts := c.texts(v, f, field(says, p.at(number)+f.Path, false), zone); len(texts) > 0 {
					part.Fields = append(part.Fields, saidField{Name: v.fieldName(body.Kind(), f), Texts: texts, Prose: f.Sort == proseField})
				}
			}
			if len(part.Fields) > 0 {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// texts returns the content of one field, one text for each of its values.
func (c *caseContent) texts(v *visit, f caseField, value reflect.Value, zone *time.Location) (texts []string) {
	switch value.Kind() {
	case reflect.Pointer:
		return c.texts(v, f, value.Elem(), zone)
	case reflect.Slice:
		for i := range value.Len() {
			texts = append(texts, c.texts(v, f, value.Index(i), zone)...)
		}
		return texts
	case reflect.Int, reflect.Int64:
		return []string{strconv.FormatInt(value.Int(), 10)}
	case reflect.Float64:
		return []string{strconv.FormatFloat(value.Float(), 'f', -1, 64)}
	case reflect.Bool:
		if value.Bool() {
			return []string{v.Slug("web.yes_no", "yes")}
		}
	case reflect.Struct:
		switch says := value.Interface().(type) {
		case time.Time:
			return []string{v.Moment(says.In(zone))}
		case claim.EngineSetting:
			return []string{says.Name + " = " + says.Value}
		}
	case reflect.String:
		if text := value.String(); text != "" {
			return []string{c.text(v, f, text)}
		}
	}
	return nil
}

// text returns a text or a word of an entry as people read it. A file is called by its name, or else by the beginning of its digest.
func (c *caseContent) text(v *visit, f caseField, text string) string {
	switch {
	case f.Sort == dayField:
		return dayIn(v.Phrases, text)
	case f.Words != "":
		return v.option(f.Words, text)
	case f.Sort == fileField || f.Sort == filesField:
		if i := slices.IndexFunc(c.Files, func(file complaint.Attachment) bool { return file.Digest == text }); i >= 0 {
			return c.Files[i].Name
		}
		return text[:min(12, len(text))]
	}
	return text
}

// option returns a word of a list. "other" is the name of a plural form in catalogues, so its key
// there is "another".
func (v *visit) option(list, value string) string {
	if value == string(complaint.AsOther) {
		value = "another"
	}
	return v.Slug(list, value)
}

// attach adds a file to the case.
func attach(v *visit) (string, error) {
	file, err := v.firstFile()
	if err != nil {
		return "", err
	}
	return v.atCase("?done=attached"), v.do("addAttachment", func(ctx context.Context, who *door.Caller) error {
		return v.api.Attach(ctx, who, file.name, file.body)
	})
}

// inviteParty makes a token for somebody in this case. Its secret is shown once, in the answer.
func inviteParty(v *visit) (string, error) {
	invited, err := ask(v, "inviteParty", func(ctx context.Context, who *door.Caller) (wire.Invited, error) {
		return v.api.Invite(ctx, who, wire.CaseRole(v.value("role")), wire.NewInvitation{Name: v.value("name"), Capacity: v.optional("capacity")})
	})
	if err == nil {
		v.secret = invited
	}
	return "", err
}

// eraseCase destroys the key of the case, after the box that confirms this is ticked.
func eraseCase(v *visit) (string, error) {
	if v.value("sure") == "" {
		return "", v.refusal("web.case.erase_unsure")
	}
	return v.atCase("?done=erased"), v.do("eraseCase", func(ctx context.Context, who *door.Caller) error {
		return v.cases.Erase(ctx, who, v.value("reason"))
	})
}
