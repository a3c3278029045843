package score

// Quantity is one of the seven figures that a performance is judged by (MODEL 3
// and 5).
type Quantity int

// The quantities, in the order in which reports show them.
const (
	MM       Quantity = iota // move match: the engine's own choice
	EV                       // equal value: the engine's choice or a move of the same value
	T3                       // top three
	ASD                      // average scaled difference, wide pass
	AE                       // average error: deep loss in pawns
	ScaledAE                 // deep loss on the scale f
	LR                       // log likelihood ratio of assisted against unassisted choice
)

// quantityNames are the names in calibration files.
var quantityNames = [...]string{"mm", "ev", "t3", "asd", "ae", "scaled_ae", "lr"}

// Quantities returns all of them in order.
func Quantities() []Quantity { return []Quantity{MM, EV, T3, ASD, AE, ScaledAE, LR} }

// String returns the name that calibration files use: "mm", "scaled_ae".
func (q Quantity) String() string { return quantityNames[q] }

// Sign says which way is closer to the engine: +1 where more is (MM, EV, T3,
// LR), -1 where less is (ASD, AE, ScaledAE).
func (q Quantity) Sign() float64 {
	switch q {
	case ASD, AE, ScaledAE:
		return -1
	default:
		return 1
	}
}

// Each holds one T for each quantity.
type Each[T any] struct {
	MM       T `json:"mm"`
	EV       T `json:"ev"`
	T3       T `json:"t3"`
	ASD      T `json:"asd"`
	AE       T `json:"ae"`
	ScaledAE T `json:"scaled_ae"`
	LR       T `json:"lr"`
}

// At returns the place of the T of one quantity.
func (e *Each[T]) At(q Quantity) *T {
	return [...]*T{&e.MM, &e.EV, &e.T3, &e.ASD, &e.AE, &e.ScaledAE, &e.LR}[q]
}
