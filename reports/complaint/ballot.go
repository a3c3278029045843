package complaint

import (
	"cmp"
)

// BallotQuestion is what is voted on. Each question asks whether to do what it names.
type BallotQuestion string

// The questions.
const (
	ToReject  BallotQuestion = "reject"  // as inadmissible or manifestly unfounded on its face: majority of the FPL (IV.3)
	ToDismiss BallotQuestion = "dismiss" // as without sufficient evidence: the panel, unanimously (IV.9)
	ToRefer   BallotQuestion = "refer"   // to the EDC: majority of the FPL (IV.11, II.6, V.3)
	ToAccept  BallotQuestion = "accept"  // the decision of a federation: the FPL (II.6)
)

// BallotQuestions returns every question.
func BallotQuestions() []BallotQuestion {
	return []BallotQuestion{ToReject, ToDismiss, ToRefer, ToAccept}
}

// BallotOpening opens a ballot. There is one at a time.
type BallotOpening struct {
	Question BallotQuestion `json:"question"`
	Voters   []Member       `json:"voters"`
	// Quorum is how many must vote. No text gives a number, so it is a setting of the service, and the record prints it.
	Quorum int `json:"quorum"`
}

// Kind returns EntryBallotOpened.
func (BallotOpening) Kind() EntryKind { return EntryBallotOpened }

// Validate returns an Invalid error unless there are enough different voters for the quorum.
func (b BallotOpening) Validate() error {
	quorum := error(nil)
	if b.Quorum < 1 || b.Quorum > len(b.Voters) {
		quorum = wrong("quorum: %d of %d voters", b.Quorum, len(b.Voters))
	}
	return cmp.Or(oneOf("question", b.Question, BallotQuestions()), quorum, members("voters", b.Voters))
}

// VoteChoice is how somebody votes.
type VoteChoice string

// The choices. Abstentions count for the quorum and not as votes cast.
const (
	For     VoteChoice = "for"
	Against VoteChoice = "against"
	Abstain VoteChoice = "abstain"
)

// VoteChoices returns every choice.
func VoteChoices() []VoteChoice { return []VoteChoice{For, Against, Abstain} }

// Vote is one vote. It stays sealed until all have voted or the ballot is closed, and nobody can change it.
type Vote struct {
	Ballot int64      `json:"ballot"` // number of the entry that opened it
	Choice VoteChoice `json:"choice"`
}

// Kind returns EntryVoted.
func (Vote) Kind() EntryKind { return EntryVoted }

// Validate returns an Invalid error unless ballot and choice are named.
func (v Vote) Validate() error {
	return cmp.Or(ballotNumber(v.Ballot), oneOf("choice", v.Choice, VoteChoices()))
}

func ballotNumber(n int64) error {
	if n < 1 {
		return wrong("ballot: name the entry that opened it by its number")
	}
	return nil
}

// BallotClosing closes a ballot; its result follows from the votes.
type BallotClosing struct {
	Ballot  int64  `json:"ballot"`
	Summary string `json:"summary,omitempty"` // of a dismissal, short, for those whom it is told (IV.9)
}

// Kind returns EntryBallotClosed.
func (BallotClosing) Kind() EntryKind { return EntryBallotClosed }

// Validate returns an Invalid error unless the ballot is named.
func (c BallotClosing) Validate() error {
	return cmp.Or(ballotNumber(c.Ballot), optionalProse("summary", c.Summary))
}

// RecusalOverride lets somebody judge whom the rule on recusal bars. The rule is one of the house (Competition Rules C05,
// 10.2, by analogy; Annex I, H.3), and so may be set aside with a reason.
type RecusalOverride struct {
	Token  string `json:"token"`
	Reason string `json:"reason"`
}

// Kind returns EntryOverridden.
func (RecusalOverride) Kind() EntryKind { return EntryOverridden }

// Validate returns an Invalid error unless person and reason are named.
func (o RecusalOverride) Validate() error {
	return cmp.Or(line("token", o.Token), prose("reason", o.Reason))
}
