package door

import "fairplay/reports/access"

// Operations maps each operation of openapi.yaml that needs a token, by its operationId, to the action of package access by which
// it is decided who may do it. Pages and commands do the same operations. One that is not here is open to nobody.
func Operations() map[string]access.Action {
	all := map[string]access.Action{}
	for action, operations := range byAction() {
		for _, o := range operations {
			all[o] = action
		}
	}
	return all
}

func byAction() map[access.Action][]string {
	return map[access.Action][]string{
		access.SeeEvents:    {"listEvents", "readEvent", "readProgress"},
		access.CreateEvents: {"createEvent"},
		access.DirectEvents: {"changeEvent", "closeEvent", "pauseEvent", "resumeEvent", "cancelEvent", "removeEvent"},
		access.SeeDuties:    {"readClosing", "readCompleteness", "readLevel", "readDuties", "readNorms"},
		access.MakePackage:  {"makePackage"},
		access.SeePackage:   {"readPackage"},
		access.SeeGames:     {"listBatches", "readBatch", "listOutcomes", "listFiles", "listGames", "readGame", "countGames", "listPlayers"},
		access.HandInGames:  {"uploadGames"},
		access.SeeRoster:    {"readRounds", "readRound", "readRoster", "listQuestions"},
		access.PlanRounds:   {"planRounds"},
		access.TickDuties:   {"tickDuty"},
		// The section counts notes of the log and what was screened, and is written for those who may see the watch list.
		access.SeeWatch:      {"readFairPlaySection", "listWatch", "readActions"},
		access.WriteWatch:    {"addWatch", "withdrawWatch"},
		access.SeeLog:        {"listLog"},
		access.WriteLog:      {"addNote"},
		access.SeeTasks:      {"listTasks"},
		access.RetryTasks:    {"retryTask", "retryTasks"},
		access.SeeStatistics: {"readScreening", "readScreeningRounds", "listTests", "readTest", "readTestReport", "readGameMoves", "listReports", "readReport", "readReportProof", "listEventPerformances", "listPerformances", "readCareer"},
		access.TestPlayers:   {"startTest", "cancelTest"},
		access.KeepRoster:    {"importRoster", "putRosterPlayer", "answerQuestion"},
		access.LookUp:        {"listFideLists", "readMe", "lookUpLevel", "readNotice", "listRecipes", "listCalibrations", "readCalibration"},
		access.ImportLists:   {"importFideList"},
		access.SeeGrants:     {"listGrants"},
		access.GiveGrants:    {"grantAccess", "withdrawAccess"},
		access.SeeTokens:     {"listTokens", "readToken"},
		access.IssueTokens:   {"createToken", "grantToken", "revokeToken"},
		access.ReadAudit:     {"listAudit"},
		access.SeeCases:      {"listCases", "checkForm", "readCase", "readCasePart", "readAttachment", "listClaims", "readClaimReport", "readLetter", "exportCase"},
		access.FileCases:     {"openCase", "inviteParty"},
		access.ActOnCases:    {"writeCase", "addAttachment", "orderClaim", "cancelClaim"},
		access.EraseCases:    {"eraseCase"},
		access.SeeMembers:    {"listMembers"},
		access.SeeData:       {"listDataRequests", "readDataRequest", "readExplanation"},
		access.AskData:       {"askData"},
		access.AnswerData:    {"answerData", "eraseDataRequest"},
	}
}
