package encoding

import "math/bits"

// bitWriter collects bits, highest first.
type bitWriter struct {
	b    []byte
	free int // bits still unused in the last byte
}

// put writes the low n bits of v, n <= 32.
func (w *bitWriter) put(v uint32, n int) {
	for n > 0 {
		if w.free == 0 {
			w.b = append(w.b, 0)
			w.free = 8
		}
		take := min(n, w.free)
		part := v >> (n - take) & (1<<take - 1)
		w.b[len(w.b)-1] |= byte(part << (w.free - take))
		w.free -= take
		n -= take
	}
}

// flag writes one bit.
func (w *bitWriter) flag(set bool) {
	if set {
		w.put(1, 1)
		return
	}
	w.put(0, 1)
}

// golomb writes v as an exponential Golomb code of order k.
func (w *bitWriter) golomb(v uint32, k int) {
	high := v>>k + 1
	n := bits.Len32(high)
	w.put(0, n-1)
	w.put(high, n)
	w.put(v, k)
}

// golombLen returns the number of bits that golomb(v, k) writes.
func golombLen(v uint32, k int) int { return 2*bits.Len32(v>>k+1) - 1 + k }

// maxOrder is the highest order of a Golomb code; orders are written in four bits.
const maxOrder = 15

// order returns the order that makes the codes of all values shortest.
func order(values []uint32) int {
	best, bestLen := 0, 0
	for k := 0; k <= maxOrder; k++ {
		total := 0
		for _, v := range values {
			total += golombLen(v, k)
		}
		if k == 0 || total < bestLen {
			best, bestLen = k, total
		}
	}
	return best
}

// zigzag counts signed integers by their distance from zero: 0 -1 1 -2 2 ...
func zigzag(v int) uint32 { return uint32(v<<1) ^ uint32(v>>31) }

// unzigzag is the inverse of zigzag.
func unzigzag(u uint32) int { return int(u>>1) ^ -int(u&1) }

// bitReader reads what a bitWriter wrote. Past the end it returns zeros and sets failed, so
// that callers check once, at the end or before they allocate.
type bitReader struct {
	b      []byte
	next   int // number of the next bit
	failed bool
}

// take reads n bits, n <= 32.
func (r *bitReader) take(n int) uint32 {
	if r.next+n > 8*len(r.b) {
		r.failed = true
		return 0
	}
	var v uint32
	for n > 0 {
		left := 8 - r.next%8
		part := min(n, left)
		v = v<<part | uint32(r.b[r.next/8])>>(left-part)&(1<<part-1)
		r.next += part
		n -= part
	}
	return v
}

func (r *bitReader) flag() bool { return r.take(1) == 1 }

// zeros counts and skips the 0 bits before the next 1 bit.
func (r *bitReader) zeros() int {
	n := 0
	for r.next < 8*len(r.b) {
		rest := r.b[r.next/8] << (r.next % 8)
		if rest != 0 {
			lead := bits.LeadingZeros8(rest)
			r.next += lead
			return n + lead
		}
		step := 8 - r.next%8
		n += step
		r.next += step
	}
	r.failed = true
	return 0
}

// golomb reads an exponential Golomb code of order k.
func (r *bitReader) golomb(k int) uint32 {
	n := r.zeros()
	if n > 20 { // no number of this form is that large
		r.failed = true
		return 0
	}
	high := r.take(n + 1)
	if r.failed {
		return 0
	}
	return (high-1)<<k | r.take(k)
}

// ended reports whether nothing but padding is left.
func (r *bitReader) ended() bool {
	rest := 8*len(r.b) - r.next
	return !r.failed && rest < 8 && r.take(rest) == 0
}
