package main

import (
	"reflect"

	"fairplay/reports/regulations"

	"fairplay/analysis"
	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
	"fairplay/reports/tournament/roster"
)

// nouns are the types that operations read or write. Types of their fields follow, and are called as in Go.
func nouns() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[wire.Event](),
		reflect.TypeFor[wire.NewEvent](),
		reflect.TypeFor[wire.EventChange](),
		reflect.TypeFor[wire.StatedReason](),
		reflect.TypeFor[wire.EventPackage](),
		reflect.TypeFor[wire.NewWatch](),
		reflect.TypeFor[journal.WatchListItem](),
		reflect.TypeFor[wire.WatchWithdrawal](),
		reflect.TypeFor[wire.NewNote](),
		reflect.TypeFor[wire.Player](),
		reflect.TypeFor[wire.RosterChange](),
		reflect.TypeFor[wire.Batch](),
		reflect.TypeFor[wire.Outcome](),
		reflect.TypeFor[wire.Game](),
		reflect.TypeFor[wire.GameRecord](),
		reflect.TypeFor[wire.FileReport](),
		reflect.TypeFor[wire.Progress](),
		reflect.TypeFor[wire.Task](),
		reflect.TypeFor[wire.RetryOrder](),
		reflect.TypeFor[wire.TestRequest](),
		reflect.TypeFor[wire.Test](),
		reflect.TypeFor[wire.Report](),
		reflect.TypeFor[wire.Performance](),
		reflect.TypeFor[wire.ShownScreening](),
		reflect.TypeFor[wire.Token](),
		reflect.TypeFor[wire.NewToken](),
		reflect.TypeFor[wire.CreatedToken](),
		reflect.TypeFor[wire.EventGrant](),
		reflect.TypeFor[wire.NewGrant](),
		reflect.TypeFor[wire.AuditEntry](),
		reflect.TypeFor[wire.CommissionMember](),
		reflect.TypeFor[wire.Invitation](),
		reflect.TypeFor[wire.Invited](),
		reflect.TypeFor[registry.NewDataRequest](),
		reflect.TypeFor[registry.NewDataAnswer](),
		reflect.TypeFor[wire.Problem](),
		reflect.TypeFor[wire.Readiness](),
		reflect.TypeFor[wire.FideList](),
		reflect.TypeFor[wire.Recipe](),
		reflect.TypeFor[wire.Calibration](),
		reflect.TypeFor[store.LogProof](),
		reflect.TypeFor[store.BatchCounts](),
		reflect.TypeFor[reports.GamesOnRecord](),
		reflect.TypeFor[tournament.NameAnswer](),
		reflect.TypeFor[access.Grant](),
		reflect.TypeFor[analysis.Policy](),
		reflect.TypeFor[reports.EventRounds](),
		reflect.TypeFor[tournament.RoundBoards](),
		reflect.TypeFor[reports.EventGames](),
		reflect.TypeFor[reports.EventDuties](),
		reflect.TypeFor[reports.FairPlaySection](),
		reflect.TypeFor[tournament.DutyTick](),
		reflect.TypeFor[reports.InputError](),
		reflect.TypeFor[registry.NewCase](),
		reflect.TypeFor[reports.LevelReport](),
		reflect.TypeFor[registry.NewEntry](),
		reflect.TypeFor[registry.FormCheck](),
		reflect.TypeFor[registry.NewClaimRun](),
		reflect.TypeFor[registry.ClaimRun](),
		reflect.TypeFor[reports.PermittedActions](),
		reflect.TypeFor[tournament.NamedPlayer](),
		reflect.TypeFor[tournament.EvidenceKind](),
		reflect.TypeFor[tournament.ListedWatch](),
		reflect.TypeFor[tournament.ListedNote](),
		reflect.TypeFor[tournament.NoteKind](),
		reflect.TypeFor[reports.GameMoves](),
		reflect.TypeFor[reports.InputNote](),
	}
}

// renamed are the types whose name in Go says too little outside their package.
func renamed() map[string]reflect.Type {
	return map[string]reflect.Type{
		"EventList":        reflect.TypeFor[wire.List[wire.Event]](),
		"BatchList":        reflect.TypeFor[wire.List[wire.Batch]](),
		"OutcomeList":      reflect.TypeFor[wire.List[wire.Outcome]](),
		"GameList":         reflect.TypeFor[wire.List[wire.Game]](),
		"FileReportList":   reflect.TypeFor[wire.List[wire.FileReport]](),
		"FideListList":     reflect.TypeFor[wire.List[wire.FideList]](),
		"PlayerList":       reflect.TypeFor[wire.List[wire.Player]](),
		"TaskList":         reflect.TypeFor[wire.List[wire.Task]](),
		"TestList":         reflect.TypeFor[wire.List[wire.Test]](),
		"ReportList":       reflect.TypeFor[wire.List[wire.Report]](),
		"PerformanceList":  reflect.TypeFor[wire.List[wire.Performance]](),
		"TokenList":        reflect.TypeFor[wire.List[wire.Token]](),
		"AuditList":        reflect.TypeFor[wire.List[wire.AuditEntry]](),
		"RecipeList":       reflect.TypeFor[wire.List[wire.Recipe]](),
		"CalibrationList":  reflect.TypeFor[wire.List[wire.Calibration]](),
		"MemberList":       reflect.TypeFor[wire.List[wire.CommissionMember]](),
		"GrantList":        reflect.TypeFor[wire.List[wire.EventGrant]](),
		"WatchList":        reflect.TypeFor[wire.List[journal.WatchListItem]](),
		"ArbitersLog":      reflect.TypeFor[wire.List[tournament.ListedNote]](),
		"UndoneList":       reflect.TypeFor[wire.List[tournament.Undone]](),
		"ClaimRunList":     reflect.TypeFor[wire.List[registry.ClaimRun]](),
		"ClaimedGame":      reflect.TypeFor[claim.Game](),
		"ComplaintForm":    reflect.TypeFor[complaint.Form](),
		"RuleStanding":     reflect.TypeFor[regulations.Standing](),
		"UndoneItem":       reflect.TypeFor[tournament.Undone](),
		"StatedFacts":      reflect.TypeFor[tournament.Facts](),
		"RosterList":       reflect.TypeFor[journal.EventRoster](),
		"RosterPlayer":     reflect.TypeFor[roster.Entry](),
		"RatingInForce":    reflect.TypeFor[roster.Rating](),
		"CalledName":       reflect.TypeFor[roster.Called](),
		"QuestionList":     reflect.TypeFor[journal.NameQuestions](),
		"NameQuestion":     reflect.TypeFor[tournament.Question](),
		"NameCandidate":    reflect.TypeFor[tournament.Candidate](),
		"RecipeFacts":      reflect.TypeFor[analysis.Recipe](),
		"EngineOption":     reflect.TypeFor[analysis.Option](),
		"NewSchedule":      reflect.TypeFor[tournament.Schedule](),
		"CitedRule":        reflect.TypeFor[reports.Rule](),
		"EventNorms":       reflect.TypeFor[reports.Norms](),
		"ScreeningReport":  reflect.TypeFor[reports.Screening](),
		"EventFacts":       reflect.TypeFor[tournament.EventTags](),
		"Selection":        reflect.TypeFor[reports.RowSelection](),
		"Caveat":           reflect.TypeFor[reports.PlayerCaveat](),
		"Quantity":         reflect.TypeFor[reports.Measured](),
		"Standing":         reflect.TypeFor[reports.RowCounts](),
		"Field":            reflect.TypeFor[reports.FieldOffset](),
		"ReportOption":     reflect.TypeFor[reports.StatedOption](),
		"ReportInput":      reflect.TypeFor[reports.InputFile](),
		"CalibrationUsed":  reflect.TypeFor[reports.UsedCalibration](),
		"EngineFacts":      reflect.TypeFor[reports.UsedEngine](),
		"EngineFileFacts":  reflect.TypeFor[reports.EngineFile](),
		"ScreeningByRound": reflect.TypeFor[reports.ByRound](),
		"FullTestReport":   reflect.TypeFor[reports.FullTest](),
		"ReceivedRound":    reflect.TypeFor[tournament.RoundReceived](),
		"Footing":          reflect.TypeFor[reports.Firmness](),
		"Evidence":         reflect.TypeFor[reports.EvidenceOdds](),
		"FiguresBasis":     reflect.TypeFor[reports.Basis](),
		"PowerRow":         reflect.TypeFor[reports.DetectableShare](),
		"Action":           reflect.TypeFor[reports.Permitted](),
	}
}
