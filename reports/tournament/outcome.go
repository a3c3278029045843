package tournament

import (
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/reports/tournament/trf"
)

// halfPoints are a result in half points for each side.
type halfPoints struct{ white, black int }

// String returns the result as PGN writes it: "1/2-0".
func (h halfPoints) String() string { return halves(h.white) + "-" + halves(h.black) }

func halves(n int) string {
	whole := strconv.Itoa(n / 2)
	switch {
	case n == 1:
		return "1/2"
	case n%2 == 1:
		return whole + ".5"
	}
	return whole
}

// halfPointsOf reads a result as PGN files write it, played or not; ok is false if it says none.
func halfPointsOf(text string) (h halfPoints, ok bool) {
	text = strings.NewReplacer("½", "1/2", "\u2013", "-", "\u2014", "-", "\u2212", "-", " ", "").Replace(text)
	switch text {
	case "1-0", "1:0", "+/-", "+:-", "+--":
		return halfPoints{2, 0}, true
	case "0-1", "0:1", "-/+", "-:+", "--+":
		return halfPoints{0, 2}, true
	case "1/2-1/2", "1/2:1/2", "1/2", "0.5-0.5":
		return halfPoints{1, 1}, true
	case "0-0", "0:0", "-/-", "-:-", "---":
		return halfPoints{}, true
	case "1/2-0", "1/2:0":
		return halfPoints{1, 0}, true
	case "0-1/2", "0:1/2":
		return halfPoints{0, 1}, true
	}
	return halfPoints{}, false
}

// isForfeit reports whether a result says that nobody played.
func isForfeit(text string) bool {
	return strings.ContainsRune(text, '+') || text == "-/-" || text == "-:-" || text == "---"
}

// points returns the half points of a mark between opponents.
func points(m trf.Mark) int {
	switch m {
	case trf.Win, trf.ShortWin, trf.ForfeitWin:
		return 2
	case trf.Draw, trf.ShortDraw:
		return 1
	}
	return 0
}

// result returns the marks of two opponents as PGN writes them; forfeits and games of less than one
// move keep the letters of the tournament file.
func result(white, black trf.Mark) string {
	switch {
	case white.Rated() && black.Rated():
		return half(white) + "-" + half(black)
	case white.Forfeit() || black.Forfeit():
		return white.String() + "/" + black.String()
	}
	return strings.TrimSpace(white.String() + " " + black.String())
}

func half(m trf.Mark) string {
	if m == trf.Draw {
		return "1/2"
	}
	return m.String()
}

func number(n int) string { return strconv.Itoa(n) }

// nameOf returns a player's name in the tournament file, or in the record if the file does not know
// him.
func nameOf(p *trf.Participant, named analysis.Player) string {
	if p != nil {
		return p.Name
	}
	return named.Name
}
