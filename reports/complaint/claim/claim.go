package claim

import (
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Claim is the part of a complaint that rests on matches with an engine. Texts are as the
// complainant wrote them. Empty values were not stated, and Lacks says which of them the rule
// requires.
type Claim struct {
	Player    string         `json:"player,omitempty"` // whose moves: FIDE id, or the name as the games have it; the respondent where empty
	Engine    NamedEngine    `json:"engine"`
	Settings  EngineSettings `json:"settings"`
	Interface string         `json:"interface,omitempty"` // program that shows the engine's answers (GUI)
	Platform  string         `json:"platform,omitempty"`  // computer and operating system
	Procedure string         `json:"procedure,omitempty"` // how each move was looked at, so that others can do the same
	Games     []Game         `json:"games,omitempty"`
}

// NamedEngine names an engine.
type NamedEngine struct {
	Name    string `json:"name,omitempty"`    // "Stockfish"
	Version string `json:"version,omitempty"` // "16.1"
	SHA256  string `json:"sha256,omitempty"`  // of the program, hex; no rule asks for it
}

// EngineSettings holds the settings of the engine. 0 means not stated.
type EngineSettings struct {
	Hash    int             `json:"hash,omitempty"`    // MiB
	Lines   int             `json:"lines,omitempty"`   // variations shown (MultiPV)
	Threads int             `json:"threads,omitempty"` // cores
	Depth   int             `json:"depth,omitempty"`   // plies to which each move was searched
	Nodes   int             `json:"nodes,omitempty"`   // to which each move was searched
	Seconds float64         `json:"seconds,omitempty"` // for which each move was searched
	Others  []EngineSetting `json:"others,omitempty"`
}

// EngineSetting is any other option of the engine.
type EngineSetting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Game is one game of the claim, named by its identity, or by round and opponent as far as needed.
type Game struct {
	ID       string      `json:"id,omitempty"`       // content identity, or its first 8 characters or more
	Round    string      `json:"round,omitempty"`    // "3", or "3.2"
	Opponent string      `json:"opponent,omitempty"` // part of the name, or FIDE id
	Color    string      `json:"color,omitempty"`    // of the player: "white" or "black"
	Ranges   []MoveRange `json:"ranges,omitempty"`
}

// Holds reports whether a move of the player lies in one of the ranges.
func (g *Game) Holds(turn int) bool {
	return slices.ContainsFunc(g.Ranges, func(r MoveRange) bool { return r.First <= turn && turn <= r.Last })
}

// MoveRange is a sequence of the player's own moves that the claim is about.
type MoveRange struct {
	First   int    `json:"first"`             // number of the first move, from 1
	Last    int    `json:"last"`              // number of the last move, not before First
	Reason  string `json:"reason,omitempty"`  // why these: "from the novelty to a decisive advantage"
	Matches *int   `json:"matches,omitempty"` // moves that are said to be the engine's choice; nil if not stated
	InARow  bool   `json:"in_a_row,omitempty"`
	Moves   []int  `json:"moves,omitempty"` // numbers of the moves that are said to match
}

// Length returns how many moves the range has.
func (m *MoveRange) Length() int { return m.Last - m.First + 1 }

// Claims reports whether a move is said to match: it is named, or the claim says that all moves of
// the range match. ok is false if the claim does not mention single moves.
func (m *MoveRange) Claims(turn int) (matches, ok bool) {
	switch {
	case len(m.Moves) > 0:
		return slices.Contains(m.Moves, turn), true
	case m.Matches == nil:
		return false, false
	}
	return *m.Matches > 0, *m.Matches == 0 || *m.Matches == m.Length()
}

// Limits of a claim.
const (
	mostText   = 500 // characters
	mostLong   = 5000
	mostGames  = 200
	mostRanges = 20
	mostOthers = 50
	lastTurn   = 999
	mostNumber = 1 << 40
)

// Validate returns an Invalid error for what makes no sense whatever the games are. Missing values
// are no error: see Lacks.
func (c *Claim) Validate() error {
	for _, text := range []struct {
		name, text string
		most       int
	}{
		{"player", c.Player, mostText}, {"engine.name", c.Engine.Name, mostText}, {"engine.version", c.Engine.Version, mostText},
		{"interface", c.Interface, mostText}, {"platform", c.Platform, mostText}, {"procedure", c.Procedure, mostLong},
	} {
		if err := checkText(text.name, text.text, text.most); err != nil {
			return err
		}
	}
	if c.Engine.SHA256 != "" && !isHex(c.Engine.SHA256, 64) {
		return fault.New(fault.Invalid, "claim", "engine.sha256 has 64 characters, 0 to 9 and a to f")
	}
	if err := c.Settings.validate(); err != nil {
		return err
	}
	if len(c.Games) > mostGames {
		return fault.New(fault.Invalid, "claim", "a claim is of at most %d games", mostGames)
	}
	for i := range c.Games {
		if err := c.Games[i].Validate(); err != nil {
			return err
		}
	}
	return nil
}

func (e *EngineSettings) validate() error {
	for _, n := range []struct {
		name  string
		value int
	}{{"hash", e.Hash}, {"lines", e.Lines}, {"threads", e.Threads}, {"depth", e.Depth}, {"nodes", e.Nodes}} {
		if n.value < 0 || n.value > mostNumber {
			return fault.New(fault.Invalid, "claim", "settings.%s cannot be %d", n.name, n.value)
		}
	}
	if !(e.Seconds >= 0 && e.Seconds <= mostNumber) {
		return fault.New(fault.Invalid, "claim", "settings.seconds cannot be %v", e.Seconds)
	}
	if len(e.Others) > mostOthers {
		return fault.New(fault.Invalid, "claim", "a claim states at most %d other settings", mostOthers)
	}
	for _, o := range e.Others {
		if o.Name == "" {
			return fault.New(fault.Invalid, "claim", "another setting has a name and a value")
		}
		if err := checkText("settings.others", o.Name+o.Value, mostText); err != nil {
			return err
		}
	}
	return nil
}

// Validate returns an Invalid error for what makes no sense in one game.
func (g *Game) Validate() error {
	if err := checkText("opponent", g.Opponent, mostText); err != nil {
		return err
	}
	switch {
	case g.ID == "" && g.Round == "" && g.Opponent == "":
		return fault.New(fault.Invalid, "claim", "say which game it is: round, opponent or id")
	case g.ID != "" && (len(g.ID) < 8 || !isHex(g.ID, len(g.ID)) || len(g.ID) > 64):
		return fault.New(fault.Invalid, "claim", "id is the identity of a game, or its first 8 characters or more")
	case !analysis.IsText(g.Round, 20):
		return fault.New(fault.Invalid, "claim", "round is a number such as 3, or 3.2")
	case g.Color != "" && g.Color != analysis.White.String() && g.Color != analysis.Black.String():
		return fault.New(fault.Invalid, "claim", "color is white or black, not %q", g.Color)
	case len(g.Ranges) > mostRanges:
		return fault.New(fault.Invalid, "claim", "a game has at most %d ranges of moves", mostRanges)
	}
	for i := range g.Ranges {
		if err := g.Ranges[i].Validate(); err != nil {
			return err
		}
		for k := range i {
			if o := &g.Ranges[k]; o.First <= g.Ranges[i].Last && g.Ranges[i].First <= o.Last {
				return fault.New(fault.Invalid, "claim", "the moves %d to %d and %d to %d overlap; state each move once", o.First, o.Last, g.Ranges[i].First, g.Ranges[i].Last)
			}
		}
	}
	return nil
}

// Validate returns an Invalid error for what makes no sense in one range.
func (m *MoveRange) Validate() error {
	if err := checkText("reason", m.Reason, mostLong); err != nil {
		return err
	}
	switch {
	case m.First < 1 || m.Last > lastTurn || m.First > m.Last:
		return fault.New(fault.Invalid, "claim", "first and last are numbers of moves from 1 to %d, and last is not before first; here they are %d and %d", lastTurn, m.First, m.Last)
	case m.Matches != nil && (*m.Matches < 0 || *m.Matches > m.Length()):
		return fault.New(fault.Invalid, "claim", "the moves %d to %d are %d; %d of them cannot match", m.First, m.Last, m.Length(), *m.Matches)
	case m.Matches != nil && len(m.Moves) > 0 && len(m.Moves) != *m.Matches:
		return fault.New(fault.Invalid, "claim", "%d matches are claimed in the moves %d to %d, and %d are named", *m.Matches, m.First, m.Last, len(m.Moves))
	}
	for i, turn := range m.Moves {
		switch {
		case turn < m.First || turn > m.Last:
			return fault.New(fault.Invalid, "claim", "move %d is named, which lies outside the moves %d to %d", turn, m.First, m.Last)
		case slices.Contains(m.Moves[:i], turn):
			return fault.New(fault.Invalid, "claim", "move %d is named twice", turn)
		}
	}
	return nil
}

func checkText(name, text string, most int) error {
	if analysis.IsText(strings.ReplaceAll(text, "\n", " "), most) {
		return nil
	}
	return fault.New(fault.Invalid, "claim", "%s has at most %d characters, all printable", name, most)
}

func isHex(s string, n int) bool { return len(s) == n && strings.Trim(s, "0123456789abcdef") == "" }
