// Package book reads and builds opening books in the Polyglot format. Their positions count as
// known theory: moves played there say nothing about a player (MODEL 2).
//
// A book is a list of 16-byte entries, highest byte first, sorted by key:
//
//	key    8 bytes  the position, see Key
//	move   2 bytes  see Entry
//	weight 2 bytes  here: in how many games the move was played
//	learn  4 bytes  not used, zero
//
// The format is described by M. Van den Bergh, "Polyglot book format", which
// is the document book_format.html of Debian's package polyglot 2.0.4.
//
// # En passant
//
// Polyglot's key includes an en-passant square where an enemy pawn stands beside the pushed
// pawn, even if it may not capture because of a pin. Our position key (MODEL 1) includes the
// square only where the capture is legal. The two differ in the rare position where such a pawn
// is pinned: we look it up, and store it, as the same position without the right to capture. So
// such a position is not found in books made by other programs: its moves count, although they
// are theory. A book made here holds it under the key of its twin, which has the very same
// legal moves.
package book
