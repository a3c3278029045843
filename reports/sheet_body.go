package reports

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
)

// EncodeSheet encodes a sheet without its game. Numbers are little-endian: four bytes for whole
// ones, eight bytes with the exact bits for others. A list is preceded by its length.
func EncodeSheet(s Sheet) []byte {
	var b []byte
	for i := range s.Sides {
		side := s.Sides[i]
		counts, figures := numbersOf(&side.Sums)
		for _, n := range counts {
			b = putInt(b, *n)
		}
		for _, v := range figures {
			b = putFloat(b, *v)
		}
		b = putBank(b, side.Sums.Bank)
		b = putInt(b, len(side.Excluded))
		for _, reason := range slices.Sorted(maps.Keys(side.Excluded)) {
			b = append(putInt(b, len(reason)), reason...)
			b = putInt(b, side.Excluded[reason])
		}
	}
	return b
}

// putBank writes the number of helpers, noBank without a bank, and the sums. Quantities beyond the usual
// ones are counted in the second byte of the first number.
func putBank(b []byte, s *score.BankSums) []byte {
	if s == nil {
		return putInt(b, noBank)
	}
	b = putInt(putInt(putInt(b, len(s.Shift)|(len(s.Excess)-len(score.BankQuantities())-1)<<8), s.Moves), s.Losses)
	for _, row := range bankRows(s) {
		for _, v := range row {
			b = putFloat(b, v)
		}
	}
	return b
}

// noBank stands for the number of helpers where there are no sums of a bank.
const noBank = math.MaxUint32

// bankRows lists the numbers of the sums of a bank in the order in which they are written.
func bankRows(s *score.BankSums) [][]float64 {
	rows := append([][]float64{s.Excess, s.Slope}, s.Shift...)
	for a := range s.Cov {
		rows = append(rows, s.Cov[a][:a+1])
	}
	return rows
}

func putInt(b []byte, n int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(n)) }
func putFloat(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

// numbersOf lists the numbers of the sums in the order in which they are written.
func numbersOf(g *score.GameSums) (counts []*int, figures []*float64) {
	for _, q := range score.Quantities() {
		s := g.At(q)
		counts = append(counts, &s.N)
		figures = append(figures, &s.Actual, &s.Squares, &s.Expected, &s.Variance, &s.Slope, &s.Third)
	}
	return counts, append(figures, &g.Gradient, &g.Information)
}

// DecodeSheet reads what EncodeSheet wrote. Anything else is a Corrupt error.
func DecodeSheet(body []byte) (Sheet, error) {
	r := &sheetReader{rest: body}
	s := NewSheet(nil, nil)
	for i := range s.Sides {
		side := s.Sides[i]
		counts, figures := numbersOf(&side.Sums)
		for _, n := range counts {
			*n = r.int()
		}
		for _, v := range figures {
			*v = r.float()
		}
		side.Sums.Bank = r.bank()
		for range r.length() {
			reason := analysis.Exclusion(r.take(r.length()))
			side.Excluded[reason] = r.int()
		}
	}
	if r.short || len(r.rest) > 0 {
		return s, fault.New(fault.Corrupt, "sheet_body", "what was stored of the scoring of a game cannot be read")
	}
	return s, nil
}

// sheetReader reads numbers; short is set if the bytes end early.
type sheetReader struct {
	rest  []byte
	short bool
}

func (r *sheetReader) take(n int) []byte {
	if n > len(r.rest) {
		r.short, r.rest = true, nil
		return make([]byte, min(n, 8))
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// bank reads what putBank wrote.
func (r *sheetReader) bank() *score.BankSums {
	helpers := r.int()
	if helpers == noBank {
		return nil
	}
	quantities := len(score.BankQuantities()) + 1 + helpers>>8
	helpers &= 1<<8 - 1
	if quantities*helpers > len(r.rest) {
		r.short, r.rest = true, nil
		return nil
	}
	s := score.NewBankSums(quantities, helpers)
	s.Moves, s.Losses = r.int(), r.int()
	for _, row := range bankRows(s) {
		for i := range row {
			row[i] = r.float()
		}
	}
	return s
}

func (r *sheetReader) int() int { return int(binary.LittleEndian.Uint32(r.take(4))) }
func (r *sheetReader) float() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
}

// length reads the length of a list, which is never more than what is left.
func (r *sheetReader) length() int {
	n := r.int()
	if n > len(r.rest) {
		r.short, r.rest = true, nil
		return 0
	}
	return n
}
