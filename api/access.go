package api

import (
	"github.com/labstack/echo/v4"

	"fairplay/analysis/fault"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

// actions maps each operation of openapi.yaml, by its operationId, to an action of package
// access, which decides who may do it. An operation that is not here is open to nobody.
func actions() map[string]access.Action {
	return map[string]access.Action{
		"listEvents":   access.SeeEvents,
		"createEvent":  access.CreateEvents,
		"readEvent":    access.SeeEvents,
		"changeEvent":  access.DirectEvents,
		"closeEvent":   access.DirectEvents,
		"pauseEvent":   access.DirectEvents,
		"resumeEvent":  access.DirectEvents,
		"cancelEvent":  access.DirectEvents,
		"removeEvent":  access.DirectEvents,
		"readProgress": access.SeeEvents,

		"readClosing": access.SeeDuties,
		"makePackage": access.MakePackage,
		"readPackage": access.SeePackage,

		"listBatches":  access.SeeGames,
		"uploadGames":  access.HandInGames,
		"readBatch":    access.SeeGames,
		"listOutcomes": access.SeeGames,
		"listFiles":    access.SeeGames,
		"listGames":    access.SeeGames,
		"readGame":     access.SeeGames,
		"countGames":   access.SeeGames,
		"listPlayers":  access.SeeGames,

		"readRounds":       access.SeeRoster,
		"readRound":        access.SeeRoster,
		"planRounds":       access.PlanRounds,
		"readCompleteness": access.SeeDuties,
		"readLevel":        access.SeeDuties,
		"readDuties":       access.SeeDuties,
		"tickDuty":         access.TickDuties,
		"readNorms":        access.SeeDuties,

		// It counts notes of the log and what was screened, and is written for those who may see
		// the watch list.
		"readFairPlaySection": access.SeeWatch,

		"listWatch":     access.SeeWatch,
		"addWatch":      access.WriteWatch,
		"withdrawWatch": access.WriteWatch,
		"readActions":   access.SeeWatch,
		"listLog":       access.SeeLog,
		"addNote":       access.WriteLog,

		"listTasks":  access.SeeTasks,
		"retryTask":  access.RetryTasks,
		"retryTasks": access.RetryTasks,

		"readScreening":         access.SeeStatistics,
		"readScreeningRounds":   access.SeeStatistics,
		"listTests":             access.SeeStatistics,
		"startTest":             access.TestPlayers,
		"readTest":              access.SeeStatistics,
		"cancelTest":            access.TestPlayers,
		"readTestReport":        access.SeeStatistics,
		"readGameMoves":         access.SeeStatistics,
		"listReports":           access.SeeStatistics,
		"readReport":            access.SeeStatistics,
		"readReportProof":       access.SeeStatistics,
		"listEventPerformances": access.SeeStatistics,
		"listPerformances":      access.SeeStatistics,

		"readRoster":      access.SeeRoster,
		"importRoster":    access.KeepRoster,
		"putRosterPlayer": access.KeepRoster,
		"listQuestions":   access.SeeRoster,
		"answerQuestion":  access.KeepRoster,
		"listFideLists":   access.LookUp,
		"importFideList":  access.ImportLists,

		"listGrants":     access.SeeGrants,
		"grantAccess":    access.GiveGrants,
		"withdrawAccess": access.GiveGrants,
		"readMe":         access.LookUp,
		"listTokens":     access.SeeTokens,
		"createToken":    access.IssueTokens,
		"grantToken":     access.IssueTokens,
		"readToken":      access.SeeTokens,
		"revokeToken":    access.IssueTokens,
		"listAudit":      access.ReadAudit,

		"listCases":        access.SeeCases,
		"openCase":         access.FileCases,
		"checkForm":        access.SeeCases,
		"readCase":         access.SeeCases,
		"readCasePart":     access.SeeCases,
		"writeCase":        access.ActOnCases,
		"addAttachment":    access.ActOnCases,
		"readAttachment":   access.SeeCases,
		"listClaims":       access.SeeCases,
		"orderClaim":       access.ActOnCases,
		"cancelClaim":      access.ActOnCases,
		"readClaimReport":  access.SeeCases,
		"inviteParty":      access.FileCases,
		"readLetter":       access.SeeCases,
		"exportCase":       access.SeeCases,
		"eraseCase":        access.EraseCases,
		"listMembers":      access.SeeMembers,
		"listDataRequests": access.SeeData,
		"askData":          access.AskData,
		"readDataRequest":  access.SeeData,
		"readExplanation":  access.SeeData,
		"answerData":       access.AnswerData,
		"eraseDataRequest": access.AnswerData,

		"lookUpLevel":      access.LookUp,
		"readNotice":       access.LookUp,
		"listRecipes":      access.LookUp,
		"listCalibrations": access.LookUp,
		"readCalibration":  access.LookUp,
	}
}

// unguarded are the operations that need no token.
func unguarded() []string {
	return []string{"readHealth", "readLiveness", "readReadiness", "readOpenAPI"}
}

// figureReads returns the operations after whose entry in the audit an event stays: they show or order figures of players,
// or make papers of norms.
func (s *Server) figureReads() []string {
	all := []string{"readNorms"}
	for operation, action := range s.actions {
		if action.AboutStatistics() {
			all = append(all, operation)
		}
	}
	return all
}

// about is what a request is about: the case, the event, or nothing in particular.
func (who *caller) about() access.On {
	if who.inquiry != nil {
		return who.inquiry.On()
	}
	return on(who.event)
}

// on returns what an operation is about: the event, or no event in particular for nil.
func on(event *store.Event) access.On {
	if event == nil {
		return access.On{}
	}
	return event.On()
}

// may tells whether the caller of a request may do something in the event that it names.
func may(c echo.Context, a access.Action) bool {
	who := callerOf(c)
	_, err := access.Allow(a, who.token.Grants, who.about())
	return err == nil
}

// within is the error of a lookup in an event. What is in another event gets the same answer as
// what does not exist.
func within(event, of string, err error) error {
	if err == nil && of != event || fault.KindOf(err) == fault.NotFound {
		return access.Hidden()
	}
	return err
}
