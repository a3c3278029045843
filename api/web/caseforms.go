package web

import (
	"slices"

	"fairplay/reports/complaint"
	"fairplay/reports/regulations"
	"fairplay/reports/render"
	"fairplay/reports/tournament"
)

// formOf returns the form for a kind of entry; ok is false where people write none: files are handed in, and the
// reports of claims come of their task.
func formOf(kind complaint.EntryKind) (form caseForm, ok bool) {
	form, ok = caseForms()[kind]
	return form, ok
}

// caseForms are the forms by the kind of entry.
func caseForms() map[complaint.EntryKind]caseForm {
	reason, note := whole(must(proseOf("reason"))), whole(proseOf("note"))
	return map[complaint.EntryKind]caseForm{
		complaint.EntryFiled:     filingForm(),
		complaint.EntryInitiated: {{Fields: []caseField{subjectField(), must(proseOf("grounds")), textOf("requester")}}, respondentsPart("respondents")},

		complaint.EntryWarned:       whole(must(momentOf("given")), proseOf("note")),
		complaint.EntrySteps:        whole(must(proseOf("steps")), textOf("penalty")),
		complaint.EntryArbiterFound: reason,
		complaint.EntryForwarded:    whole(must(proseOf("report")), filesOf("files")),

		complaint.EntryFormAsked:    whole(must(momentOf("until")), choicesOf("missing", "criterion", complaint.Criteria()), proseOf("sentence")),
		complaint.EntryAssessed:     whole(criterionOf("criterion"), must(choiceOf("answer", "criterion_answer", []complaint.Answer{complaint.Passed, complaint.Refused})), must(proseOf("reason"))),
		complaint.EntryHeld:         whole(criterionOf("doubt"), must(proseOf("note"))),
		complaint.EntryReleased:     reason,
		complaint.EntryAdmitted:     admissionForm(),
		complaint.EntryInadmissible: reason,
		complaint.EntryDisregarded:  note,
		complaint.EntryHandedOver:   whole(must(textOf("federation")), must(proseOf("reason"))),
		complaint.EntryNational:     whole(must(textOf("federation")), must(dayOf("day")), must(proseOf("decision")), must(filesOf("evidence"))),

		complaint.EntryPanel:        {{Name: "member", Path: "members", Least: complaint.PanelSize, Fixed: true, Fields: member()}},
		complaint.EntryInvestigator: {memberPart("investigator"), {Fields: []caseField{proseOf("out_of_turn")}}},
		complaint.EntryPanelChair:   whole(must(caseField{Path: "token", Sort: judgeField})),
		complaint.EntryInformed:     whole(must(textOf("respondent")), must(textOf("manner")), must(momentOf("sent")), must(momentOf("answer_by"))),
		complaint.EntryExpedited:    whole(tickOf("presumed"), must(proseOf("reason"))),
		complaint.EntryReported: whole(must(proseOf("act")), must(proseOf("facts")), must(proseOf("results")), must(proseOf("proposal")), proseOf("other"),
			filesOf("files")),
		complaint.EntrySentBack:  whole(must(proseOf("wanted"))),
		complaint.EntryFinal:     note,
		complaint.EntryCautioned: whole(must(proseOf("sentence"))),

		complaint.EntryBallotOpened: {{Fields: []caseField{must(choiceOf("question", "ballot_question", complaint.BallotQuestions())), must(numberOf("quorum"))}}, {Name: "member", Path: "voters", Least: complaint.PanelSize, Fields: member()}},
		complaint.EntryVoted:        whole(must(caseField{Path: "ballot", Sort: ballotField}), must(choiceOf("choice", "vote_choice", complaint.VoteChoices()))),
		complaint.EntryBallotClosed: whole(must(caseField{Path: "ballot", Sort: ballotField}), proseOf("summary")),
		complaint.EntryOverridden:   {memberPart("member"), {Fields: []caseField{must(proseOf("reason"))}}},

		complaint.EntryStatement: whole(must(choiceOf("of", "case_party", partyRoles())), must(textOf("party")), must(proseOf("text")), filesOf("files")),
		complaint.EntryExhibit: whole(must(choiceOf("of", "exhibit_kind", complaint.ExhibitKinds())), must(textOf("title")), proseOf("text"), must(textOf("origin")),
			must(textOf("author")), must(momentOf("taken")), filesOf("files"), textOf("report"), textOf("opponents")),
		complaint.EntryClaim:       claimParts("", ""),
		complaint.EntryLinked:      whole(must(textOf("case")), must(choiceOf("as", "case_link", []complaint.LinkKind{complaint.SameIncident, complaint.CountersCase, complaint.Related})), proseOf("note")),
		complaint.EntryParty:       whole(append([]caseField{must(choiceOf("role", "case_party", partyRoles()))}, person()...)...),
		complaint.EntryRepresented: representationForm(),
		complaint.EntryLanguage:    whole(must(textOf("language")), tickOf("translate"), optionOf("costs_borne", "case_party", partyRoles()[:2])),
		complaint.EntryAccusation: whole(must(proseOf("basis")), must(proseOf("level")), must(proseOf("accused")), must(proseOf("result")), must(proseOf("dissemination")), proseOf("other"),
			must(choiceOf("foundation", "foundation", []complaint.Foundation{complaint.ReasonablyFounded, complaint.ManifestlyUnfounded, complaint.EspeciallySerious}))),
		complaint.EntryLetter: whole(must(choiceOf("letter", "letter_subject", complaint.LetterKinds())), must(choiceOf("to", "letter_to", complaint.Addressees())), must(textOf("name")),
			must(choiceOf("language", "web.language", render.Languages())), must(textOf("manner")), must(momentOf("sent")), textOf("digest")),
		complaint.EntryDisclosed:  whole(must(textOf("where")), must(momentOf("when")), must(proseOf("what")), textOf("by")),
		complaint.EntryHoldSet:    reason,
		complaint.EntryHoldLifted: reason,
	}
}

// openingForm asks what a case is about. The facts of the competition are asked only where this service does not keep it.
func openingForm() caseForm {
	return caseForm{
		{Fields: []caseField{must(choiceOf("kind", "case_kind", complaint.CaseKinds())), {Path: "event", Sort: eventField},
			optionOf("procedure", "web.mode", []regulations.Mode{regulations.OverTheBoard, regulations.Online})}},
		{Name: "competition", Path: "competition", Fields: []caseField{textOf("name"), textOf("federation"), optionOf("mode", "web.mode", regulations.Modes()),
			optionOf("level", "", levels()), yesNoOf("rated"), yesNoOf("official"), dayOf("start"), momentOf("ended"), textOf("time_zone"), textOf("organiser")}},
		{Name: "arbiter", Path: "competition.arbiters", Least: 1, Fields: individual()},
	}
}

// filingForm is the complaint in the order of the paper (fields 1 to 16), then what rules demand and the paper lacks, then
// how it came.
func filingForm() caseForm {
	form := caseForm{
		{Name: "complainant", Path: "form.complainant", Role: complaint.ComplainantParty, Fields: person()},
		respondentsPart("form.respondents"),
		{Name: "incident", Path: "form", Fields: []caseField{proseOf("facts"), optionOf("subject", "case_subject", complaint.Subjects()), linesOf("tournaments"),
			textOf("organiser"), linesOf("arbiters"), proseOf("grounds"), proseOf("why_no_itc")}},
		{Name: "engine", Path: "form", Fields: []caseField{proseOf("engine_results")}},
	}
	form = append(form, claimParts("form.engine_claim", "claim")...)
	return append(form,
		casePart{Name: "listed", Path: "form", Fields: []caseField{linesOf("attachments")}},
		casePart{Name: "signature", Path: "form", Fields: []caseField{dayOf("date"), tickOf("signed"), yesNoOf("consent"), dayOf("agreed")}},
		casePart{Name: "receipt", Fields: []caseField{must(choiceOf("channel", "form_channel", complaint.Channels())), must(momentOf("received")), textOf("by"),
			{Path: "scan", Sort: fileField}, proseOf("remark")}})
}

// claimParts are a claim that moves match those of an engine, one row of moves to a part (Regan's notes, VI.2).
func claimParts(path, name string) caseForm {
	games := "games"
	if path != "" {
		games = path + ".games"
	}
	return caseForm{
		{Name: name, Path: path, Seldom: path != "", Fields: []caseField{textOf("player"), textOf("engine.name"), textOf("engine.version"), textOf("engine.sha256"), numberOf("settings.hash"),
			numberOf("settings.lines"), numberOf("settings.threads"), numberOf("settings.depth"), numberOf("settings.nodes"),
			{Path: "settings.seconds", Sort: decimalField}, {Path: "settings.others", Sort: pairsField}, textOf("interface"), textOf("platform"), proseOf("procedure")}},
		{Name: "game", Path: games, Least: 1, Seldom: path != "", Rows: true, Fields: []caseField{textOf("round"), textOf("opponent"), optionOf("color", "color", []string{"white", "black"}), textOf("id"),
			numberOf("ranges.0.first"), numberOf("ranges.0.last"), textOf("ranges.0.reason"), numberOf("ranges.0.matches"), tickOf("ranges.0.in_a_row"),
			{Path: "ranges.0.moves", Sort: numbersField}}},
	}
}

// admissionForm asks for the facts that decide who has jurisdiction (II.2 to II.5).
func admissionForm() caseForm {
	return caseForm{{Name: "routing", Path: "routing", Fields: []caseField{tickOf("online"), yesNoOf("official"), yesNoOf("rated"), optionOf("level", "", levels()),
		choicesOf("titles", "", tournament.Titles()), yesNoOf("award"), textOf("host")}}, {Fields: []caseField{proseOf("note")}}}
}

func representationForm() caseForm {
	return caseForm{
		{Fields: []caseField{must(choiceOf("of", "case_party", partyRoles()[:2])), must(textOf("party"))}},
		{Name: "representative", Path: "by", Fields: individual()},
		{Fields: []caseField{tickOf("assists"), must(textOf("mandated"))}},
	}
}

// individual are the fields of a person, as the forms name him.
func individual() []caseField {
	return []caseField{textOf("name"), textOf("fide_id"), textOf("federation"), textOf("address"), textOf("email"), textOf("telephone"), titleOf("title")}
}

func respondentsPart(path string) casePart {
	return casePart{Name: "respondent", Path: path, Least: 1, Role: complaint.RespondentParty,
		Fields: person()}
}

// person are the fields of somebody who took part in the event.
func person() []caseField { return slices.Insert(individual(), 1, capacityField()) }

// member are the fields of a member of the FPL. His name follows from his token.
func member() []caseField {
	return []caseField{{Path: "token", Sort: memberField, Must: true}, must(textOf("federation")), textOf("fide_id")}
}

func memberPart(path string) casePart {
	return casePart{Name: path, Path: path, Fields: member()}
}

func subjectField() caseField {
	return must(choiceOf("subject", "case_subject", complaint.Subjects()))
}
func capacityField() caseField {
	return optionOf("capacity", "capacity", complaint.Capacities())
}

func partyRoles() []complaint.PartyRole {
	return []complaint.PartyRole{complaint.ComplainantParty, complaint.RespondentParty, complaint.WitnessParty}
}

func levels() []regulations.ProtectionLevel {
	return []regulations.ProtectionLevel{regulations.Maximum, regulations.Increased, regulations.Standard}
}
