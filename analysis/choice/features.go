package choice

// Feature is one number that describes a move. The files values.go, history.go and chess.go say
// what each means and fill them in.
type Feature int

// The features. Their order is that of the rows of a Position and may change;
// calibrations name them.
const (
	// How good the move is (values.go).
	DeepBest Feature = iota
	Tied
	Delta
	RootDelta
	LogRank
	WinLoss
	RootWinLoss
	WideFirst
	InverseRank
	DeepGain
	BestDelta
	BestRootDelta
	BestLogRank

	// How good it looked on the way (history.go).
	EarlyRank
	RankOne
	RankTwo
	FirstAtOne
	Shallow
	LeastDelta
	Rise
	Share
	EarlyShare
	LastBest
	BestLeastDelta
	BestEarlyRank

	// What kind of move it is (chess.go).
	Capture
	Recapture
	Exchange
	Centre
	Threat
	Hanging
	Castling
	KnightMove
	Retreat
	SamePiece
	PawnAdvance

	Further // 1 for the move that the recipe's further engine would play

	featureCount
)

// featureNames are the names in calibration files.
var featureNames = [featureCount]string{
	"dbest", "tied", "delta", "sdelta", "lrank", "dW", "sdW", "wfirst", "rinv", "dv_gain", "B_delta", "B_sdelta", "B_lrank",
	"mlr", "lr1", "lr2", "top1", "shal", "swmin", "swlast", "share", "eshare", "lastbest", "B_swmin", "Bq_mlr",
	"c_cap", "c_recap", "c_see", "c_center", "thr", "fh", "c_castle", "c_knight", "c_retreat", "c_same", "pfwd",
	"further",
}

// String returns the name that calibration files use.
func (f Feature) String() string {
	if f < 0 || f >= featureCount {
		return "unknown"
	}
	return featureNames[f]
}

// featureByName is the inverse of Feature.String.
func featureByName(name string) (Feature, bool) {
	for i, n := range featureNames {
		if n == name {
			return Feature(i), true
		}
	}
	return 0, false
}
