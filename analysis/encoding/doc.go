// Package encoding writes evaluations in a compact binary form and reads them back. The form is
// canonical: the same pass always gives the same bytes, so that a digest of the bytes is a
// digest of the evaluation. Nothing else is needed to read it, not even the legal moves of the
// position.
//
// Each pass is encoded on its own and begins with a byte that names the pass
// (high half: 1 deep, 2 wide) and the version of the form (low half: 1). What
// follows is a stream of bits, highest bit first, padded with zeros to a whole
// byte. Its numbers are
//
//	u(n)   n bits, an unsigned integer
//	g(k)   exponential Golomb code of order k: an unsigned integer v is
//	       written as (bits in (v>>k)+1, less one) zeros, then (v>>k)+1, then
//	       the low k bits of v
//	s(k)   g(k) of a signed integer, 0 -1 1 -2 2 ... counted as 0 1 2 3 4 ...
//
// A move is u(15), its Move value; a score is counted as Score.Int. A depth is
// written as g(0) of its distance to the depth before, less one; depths start
// from 0 and rise.
//
// The deep pass is g(0) the number of lines, u(4) the order k of the scores,
// and for each line
//
//	depth
//	g(1)   place of the move among the moves met so far in this pass, in the
//	       order of their appearance; one past the last for a new move, which
//	       then follows
//	s(k)   score less the score of the line before (0 before the first)
//
// and, where there are lines, the bestmove as g(1) and, if need be, a new move.
//
// The wide pass is g(0) the number of tables and for each table its depth and
// u(1): 1 if it has the same moves as the table before it (never the first),
// else 0.
//
// A table with moves of its own is
//
//	g(3)   number of lines n
//	u(4)   order j
//	g(j)   n times: the moves in ascending order of from-square, to-square and
//	       promotion, each as its distance to the one before, less one
//	u(4)   order k
//	for each line, best first:
//	u(b)   place of the move among those not yet named, b bits being just
//	       enough for their number less one
//	s(k)   score of the line before (0 before the first) less its score
//
// A table with the moves of the table before it is
//
//	u(4)   order k
//	for each move in the order of the table before:
//	u(1)   1 if its score has changed
//	g(k)   if changed: the difference as in s(k), less one
//	u(1)   0 if the lines stand in descending order of score, equal scores in
//	       the order of the table before; else 1, and then for each line
//	g(0)   its place, in that order, among the moves not yet named
//
// An order is the one that makes its numbers shortest, the smallest of equals. The two kinds of
// table follow from how engines search: most values change little from one depth to the next,
// and the order of moves follows their values.
package encoding
