package claim

// Lack is something that a claim must state and does not. It leads to an invitation to complete the
// claim. An incomplete claim that was handed in privately is no violation (R-VI-3: [AM], ch. 3,
// Regan's notes, VI.3).
type Lack string

// The things that may be missing, by the notes on statistics, VI.2 (a) to (c).
const (
	NoEngine    Lack = "engine"    // (a): name
	NoVersion   Lack = "version"   // (a)
	NoHash      Lack = "hash_size" // (a): the settings, hash size included
	NoLines     Lack = "lines"     // (a): number of variations
	NoInterface Lack = "interface" // (a)
	NoPlatform  Lack = "platform"  // (a)
	NoProcedure Lack = "procedure" // (a): what was done
	NoLimit     Lack = "limit"     // (b): how deep or long each move was searched, without which nobody can do the same
	NoGames     Lack = "games"     // (c): games and ranges of moves
	NoReason    Lack = "reason"    // (c): why this range
	NoMatches   Lack = "matches"   // (c): how many
	NoMoves     Lack = "moves"     // (c): which, of matches in a row
)

// Lacks returns everything that may be missing, in the order of the rule.
func Lacks() []Lack {
	return []Lack{NoEngine, NoVersion, NoHash, NoLines, NoInterface, NoPlatform, NoProcedure, NoLimit, NoGames, NoReason, NoMatches, NoMoves}
}

// Article returns the article in the notes on statistics that requires it, as regulations names it.
func (l Lack) Article() string {
	switch l {
	case NoLimit:
		return "R-VI-2b"
	case NoGames, NoReason, NoMatches, NoMoves:
		return "R-VI-2c"
	}
	return "R-VI-2a"
}

// Lacks returns what the claim must state and does not, each once, in the order of the rule; never
// nil.
func (c *Claim) Lacks() []Lack {
	s := &c.Settings
	lacks := map[Lack]bool{
		NoEngine: c.Engine.Name == "", NoVersion: c.Engine.Version == "", NoHash: s.Hash == 0, NoLines: s.Lines == 0,
		NoInterface: c.Interface == "", NoPlatform: c.Platform == "", NoProcedure: c.Procedure == "",
		NoLimit: s.Depth == 0 && s.Nodes == 0 && s.Seconds == 0,
		NoGames: len(c.Games) == 0,
	}
	for i := range c.Games {
		lacks[NoGames] = lacks[NoGames] || len(c.Games[i].Ranges) == 0
		for k := range c.Games[i].Ranges {
			r := &c.Games[i].Ranges[k]
			lacks[NoReason] = lacks[NoReason] || r.Reason == ""
			lacks[NoMatches] = lacks[NoMatches] || r.Matches == nil && len(r.Moves) == 0
			lacks[NoMoves] = lacks[NoMoves] || r.InARow && len(r.Moves) == 0 && (r.Matches == nil || *r.Matches != r.Length())
		}
	}
	found := []Lack{}
	for _, l := range Lacks() {
		if lacks[l] {
			found = append(found, l)
		}
	}
	return found
}
