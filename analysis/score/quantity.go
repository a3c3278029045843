package score

// Quantity is one of the figures by which a performance is judged (MODEL 3 and 5).
type Quantity int

// The quantities, in the order in which reports show them.
const (
	MM    Quantity = iota // move match: the engine's own choice
	EV                    // equal value: the engine's choice or a move of the same value
	T3                    // top three
	ASD                   // average scaled difference: deep loss on the scale f
	AE                    // average error: deep loss in pawns
	Close                 // share of moves that lose less than .15 pawns
	Root                  // root of the deep loss in pawns
	Wide                  // scaled difference in the wide pass
	LR                    // log likelihood ratio of assisted against unassisted moves
)

// quantityNames are the names in calibration files.
var quantityNames = [...]string{"mm", "ev", "t3", "asd", "ae", "close", "root", "wide", "lr"}

// Quantities returns all quantities in order.
func Quantities() []Quantity { return []Quantity{MM, EV, T3, ASD, AE, Close, Root, Wide, LR} }

// String returns the name that calibration files use: "mm", "asd".
func (q Quantity) String() string { return quantityNames[q] }

// Sign says which direction is closer to the engine: +1 where more is (MM, EV, T3, Close, LR), -1
// where less is (ASD, AE, Root, Wide).
func (q Quantity) Sign() float64 {
	switch q {
	case ASD, AE, Root, Wide:
		return -1
	default:
		return 1
	}
}

// Each holds one T for each quantity.
type Each[T any] struct {
	MM    T `json:"mm"`
	EV    T `json:"ev"`
	T3    T `json:"t3"`
	ASD   T `json:"asd"`
	AE    T `json:"ae"`
	Close T `json:"close"`
	Root  T `json:"root"`
	Wide  T `json:"wide"`
	LR    T `json:"lr"`
}

// At returns a pointer to the T of one quantity.
func (e *Each[T]) At(q Quantity) *T {
	return [...]*T{&e.MM, &e.EV, &e.T3, &e.ASD, &e.AE, &e.Close, &e.Root, &e.Wide, &e.LR}[q]
}
