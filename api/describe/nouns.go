package main

import (
	"reflect"

	"fairplay/analysis"
	"fairplay/api/wire"
	"fairplay/queue/work"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/complaint/claim"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/journal"
	"fairplay/reports/tournament/roster"
)

// nouns are the types that operations read or write. Types of their fields follow, and are called as in Go.
func nouns() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[store.Event](),
		reflect.TypeFor[wire.NewEvent](),
		reflect.TypeFor[wire.EventChange](),
		reflect.TypeFor[wire.StatedReason](),
		reflect.TypeFor[wire.EventPackage](),
		reflect.TypeFor[wire.NewWatch](),
		reflect.TypeFor[journal.WatchListItem](),
		reflect.TypeFor[wire.NewNote](),
		reflect.TypeFor[store.Batch](),
		reflect.TypeFor[wire.GameRecord](),
		reflect.TypeFor[wire.FileReport](),
		reflect.TypeFor[wire.Progress](),
		reflect.TypeFor[wire.RetryOrder](),
		reflect.TypeFor[store.Report](),
		reflect.TypeFor[wire.ShownScreening](),
		reflect.TypeFor[wire.NewToken](),
		reflect.TypeFor[wire.CreatedToken](),
		reflect.TypeFor[wire.EventGrant](),
		reflect.TypeFor[wire.NewGrant](),
		reflect.TypeFor[wire.CommissionMember](),
		reflect.TypeFor[wire.Invited](),
		reflect.TypeFor[registry.NewDataRequest](),
		reflect.TypeFor[registry.NewDataAnswer](),
		reflect.TypeFor[wire.Problem](),
		reflect.TypeFor[store.FideList](),
		reflect.TypeFor[wire.Readiness](),
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
		"File":             reflect.TypeFor[store.Upload](),
		"Outcome":          reflect.TypeFor[store.GameOutcome](),
		"Game":             reflect.TypeFor[store.StoredGame](),
		"Tag":              reflect.TypeFor[wire.GameTag](),
		"Player":           reflect.TypeFor[work.EventPlayer](),
		"RosterChange":     reflect.TypeFor[journal.PlayerChange](),
		"Task":             reflect.TypeFor[wire.ListedTask](),
		"TestRequest":      reflect.TypeFor[wire.NewTest](),
		"Test":             reflect.TypeFor[wire.ListedTest](),
		"Performance":      reflect.TypeFor[store.ReportedPerformance](),
		"Token":            reflect.TypeFor[wire.ListedToken](),
		"ProposedGrant":    reflect.TypeFor[store.Proposal](),
		"AuditEntry":       reflect.TypeFor[wire.ListedAudit](),
		"Invitation":       reflect.TypeFor[wire.NewInvitation](),
		"Part":             reflect.TypeFor[wire.ServicePart](),
		"Recipe":           reflect.TypeFor[wire.ListedRecipe](),
		"Calibration":      reflect.TypeFor[wire.ListedCalibration](),
		"EventList":        reflect.TypeFor[wire.List[store.Event]](),
		"BatchList":        reflect.TypeFor[wire.List[store.Batch]](),
		"OutcomeList":      reflect.TypeFor[wire.List[store.GameOutcome]](),
		"GameList":         reflect.TypeFor[wire.List[store.StoredGame]](),
		"FileReportList":   reflect.TypeFor[wire.List[wire.FileReport]](),
		"FideListList":     reflect.TypeFor[wire.List[store.FideList]](),
		"PlayerList":       reflect.TypeFor[wire.List[work.EventPlayer]](),
		"TaskList":         reflect.TypeFor[wire.List[wire.ListedTask]](),
		"TestList":         reflect.TypeFor[wire.List[wire.ListedTest]](),
		"ReportList":       reflect.TypeFor[wire.List[store.Report]](),
		"PerformanceList":  reflect.TypeFor[wire.List[store.ReportedPerformance]](),
		"TokenList":        reflect.TypeFor[wire.List[wire.ListedToken]](),
		"AuditList":        reflect.TypeFor[wire.List[wire.ListedAudit]](),
		"RecipeList":       reflect.TypeFor[wire.List[wire.ListedRecipe]](),
		"CalibrationList":  reflect.TypeFor[wire.List[wire.ListedCalibration]](),
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
