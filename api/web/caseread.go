package web

import (
	"encoding/json"
	"time"

	"fairplay/reports/complaint"
	"fairplay/reports/tournament"
)

// caseRead is a case as the API shows it to its reader.
type caseRead struct {
	ID     string             `json:"id"`
	Number string             `json:"number"`
	Kind   complaint.CaseKind `json:"kind"`
	About  complaint.Subject  `json:"subject"`
	State  complaint.State    `json:"state"`
	Event  string             `json:"event"`
	Opened time.Time          `json:"opened"`
	Closed *time.Time         `json:"closed"`
	Erased *time.Time         `json:"erased"`
	Held   bool               `json:"held"`

	Competition   *complaint.Competition `json:"competition"`
	Next          []caseNext             `json:"next"`
	Due           []tournament.Due       `json:"due"`
	Admissibility []caseRule             `json:"admissibility"`
	Parties       []complaint.Party      `json:"parties"`
	Panel         []complaint.Member     `json:"panel"`
	Ballots       []ballotRead           `json:"ballots"`
	Letters       []complaint.Notice     `json:"letters"` // owed
	Entries       []entryRead            `json:"entries"`
	Earlier       []string               `json:"earlier"` // numbers
}

// entryRead is an entry of a case. Its content is left out if the reader may only know that it
// exists.
type entryRead struct {
	Seq   int64               `json:"seq"`
	Kind  complaint.EntryKind `json:"kind"`
	State complaint.State     `json:"state"`
	At    time.Time           `json:"at"`
	By    string              `json:"by"`
	Says  json.RawMessage     `json:"says"`

	Reports []string `json:"reports"`
}

// caseNext is a step that the reader may take, with what is missing for it.
type caseNext struct {
	Kind      complaint.EntryKind `json:"kind"`
	To        []complaint.State   `json:"to"`
	Citations []string            `json:"citations"`
	Lacks     []struct {
		Sentence string `json:"sentence"`
	} `json:"lacks"`
}

// caseRule says whether a complaint satisfies one rule.
type caseRule struct {
	Criterion complaint.Criterion `json:"criterion"`
	Answer    complaint.Answer    `json:"answer"`
	Citations []string            `json:"citations"`
	Missing   []string            `json:"missing"`
}

// ballotRead is a ballot with what may be known of it.
type ballotRead struct {
	Seq      int64                        `json:"seq"`
	Question complaint.BallotQuestion     `json:"question"`
	Voters   []complaint.Member           `json:"voters"`
	Quorum   int                          `json:"quorum"`
	Voted    int                          `json:"voted"`
	Sealed   bool                         `json:"sealed"`
	Votes    map[complaint.VoteChoice]int `json:"votes"`
	Result   complaint.BallotResult       `json:"result"`
}

// FirstDue is the earliest term that runs, nil if none does.
func (c caseRead) FirstDue() (first *time.Time) {
	for _, d := range c.Due {
		if d.State != tournament.DutyDone && d.By != nil && (first == nil || d.By.Before(*first)) {
			first = d.By
		}
	}
	return first
}

// invitedRead is somebody who was invited into a case, with the secret of a token that was made for him.
type invitedRead struct {
	Token  string `json:"token"`
	Secret string `json:"secret"`
}
