package encoding

import "math/bits"

// bitWriter collects bits, highest first.
type bitWriter struct {
	b    []byte
	free int // bits still unused in the last byte
}

// put writes the low n bits of v, n <= 32.
func (b *bitWriter) put(v uint32, n int) {
	for n > 0 {
		if b.free == 0 {
			b.b = append(b.b, 0)
			b.free = 8
		}
		take := min(n, b.free)
		part := v >> (n - take) & (1<<take - 1)
		b.b[len(b.b)-1] |= byte(part << (b.free - take))
		b.free -= take
		n -= take
	}
}

// flag writes one bit.
func (b *bitWriter) flag(set bool) {
	if set {
		b.put(1, 1)
		return
	}
	b.put(0, 1)
}

// golomb writes v as an exponential Golomb code of order k.
func (b *bitWriter) golomb(v uint32, k int) {
	high := v>>k + 1
	n := bits.Len32(high)
	b.put(0, n-1)
	b.put(high, n)
	b.put(v, k)
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
func (b *bitReader) take(n int) uint32 {
	if b.next+n > 8*len(b.b) {
		b.failed = true
		return 0
	}
	var v uint32
	for n > 0 {
		left := 8 - b.next%8
		part := min(n, left)
		v = v<<part | uint32(b.b[b.next/8])>>(left-part)&(1<<part-1)
		b.next += part
		n -= part
	}
	return v
}

func (b *bitReader) flag() bool { return b.take(1) == 1 }

// zeros counts and skips the 0 bits before the next 1 bit.
func (b *bitReader) zeros() int {
	n := 0
	for b.next < 8*len(b.b) {
		rest := b.b[b.next/8] << (b.next % 8)
		if rest != 0 {
			lead := bits.LeadingZeros8(rest)
			b.next += lead
			return n + lead
		}
		step := 8 - b.next%8
		n += step
		b.next += step
	}
	b.failed = true
	return 0
}

// golomb reads an exponential Golomb code of order k.
func (b *bitReader) golomb(k int) uint32 {
	n := b.zeros()
	if n > 20 { // no number of this form is that large
		b.failed = true
		return 0
	}
	high := b.take(n + 1)
	if b.failed {
		return 0
	}
	return (high-1)<<k | b.take(k)
}

// ended reports whether nothing but padding is left.
func (b *bitReader) ended() bool {
	rest := 8*len(b.b) - b.next
	return !b.failed && rest < 8 && b.take(rest) == 0
}
