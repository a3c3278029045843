package complaint

import (
	"cmp"
	"slices"
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
	// Quorum is how many must vote. No text gives a number, so it is a setting of the service, and
	// the record states it.
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

// VoteChoice is one way to vote.
type VoteChoice string

// The choices. Abstentions count for the quorum, but not as votes cast.
const (
	For     VoteChoice = "for"
	Against VoteChoice = "against"
	Abstain VoteChoice = "abstain"
)

// VoteChoices returns every choice.
func VoteChoices() []VoteChoice { return []VoteChoice{For, Against, Abstain} }

// Vote is one vote. It stays sealed until all have voted or the ballot is closed, and it cannot be
// changed.
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
func (b BallotClosing) Validate() error {
	return cmp.Or(ballotNumber(b.Ballot), optionalProse("summary", b.Summary))
}

// RecusalOverride allows somebody to judge although the rule on recusal bars him. The rule is a
// house rule (Competition Rules C05, 10.2, by analogy; Annex I, H.3), so it may be set aside with a
// reason.
type RecusalOverride struct {
	Member Member `json:"member"`
	Reason string `json:"reason"`
}

// Kind returns EntryOverridden.
func (RecusalOverride) Kind() EntryKind { return EntryOverridden }

// Validate returns an Invalid error unless person and reason are named.
func (r RecusalOverride) Validate() error {
	return cmp.Or(r.Member.check(), prose("reason", r.Reason))
}

// BallotResult is the result of a ballot.
type BallotResult string

// The results; "" while a ballot is open.
const (
	Carried  BallotResult = "carried"
	Lost     BallotResult = "lost"
	NoQuorum BallotResult = "no_quorum" // nothing was decided
)

// Ballot is a ballot in its present state.
type Ballot struct {
	BallotOpening
	Seq    int64        // number of the entry that opened it
	Votes  []Said[Vote] // in the order in which they were cast
	Closed int64        // number of the entry that closed it, 0 while it is open
}

// Sealed reports whether nobody may see the votes yet: until all have voted, or the ballot is closed.
func (b Ballot) Sealed() bool { return b.Closed == 0 && len(b.Votes) < len(b.Voters) }

// Result returns the result of a closed ballot.
func (b Ballot) Result() BallotResult {
	if b.Closed == 0 {
		return ""
	}
	return b.tally()
}

// Count returns how many voted in one way. Do not use it for sealed ballots.
func (b Ballot) Count(choice VoteChoice) int {
	n := 0
	for _, v := range b.Votes {
		if v.Says.Choice == choice {
			n++
		}
	}
	return n
}

// tally counts the votes:
//
//	no quorum  fewer have voted than the quorum, abstentions included
//	dismiss    carried if all voters are for it (IV.9)
//	others     carried if more votes are for it than against it (IV.3, IV.11)
//
// For the decision of a federation (II.6) the text names no majority; it is treated like the
// others.
func (b Ballot) tally() BallotResult {
	carried := b.Count(For) > b.Count(Against)
	if b.Question == ToDismiss {
		carried = b.Count(For) == len(b.Voters)
	}
	switch {
	case len(b.Votes) < b.Quorum:
		return NoQuorum
	case carried:
		return Carried
	}
	return Lost
}

func (b Ballot) voted(token string) bool {
	return slices.ContainsFunc(b.Votes, func(v Said[Vote]) bool { return v.By == token })
}

// Ballots returns every ballot of a case, in the order in which they were opened.
func (c Case) Ballots() (all []Ballot) {
	for _, o := range Every[BallotOpening](c) {
		b := Ballot{BallotOpening: o.Says, Seq: o.Seq, Votes: []Said[Vote]{}}
		for _, v := range Every[Vote](c) {
			if v.Says.Ballot == b.Seq {
				b.Votes = append(b.Votes, v)
			}
		}
		for _, closing := range Every[BallotClosing](c) {
			if closing.Says.Ballot == b.Seq {
				b.Closed = closing.Seq
			}
		}
		all = append(all, b)
	}
	return all
}

// openBallot returns the ballot that is open.
func (c Case) openBallot() (Ballot, bool) {
	all := c.Ballots()
	if len(all) == 0 || all[len(all)-1].Closed != 0 {
		return Ballot{}, false
	}
	return all[len(all)-1], true
}
