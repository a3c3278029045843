package store

import "fairplay/analysis"

// StoredGame is one game of an event.
type StoredGame struct {
	Seq    int64           // place within the event, from 1; 0 where it is not read by event
	ID     string          // analysis.Game.ID
	SHA256 string          // of Body, hex
	Body   []byte          // canonical JSON of an analysis.Game without its Source; nil in lists
	Source analysis.Source // where the event has it from

	White, Black         string // names
	WhiteFide, BlackFide string // FIDE ids, empty where unknown
	Round, Date, Result  string // as the tags say
	Plies                int
}
