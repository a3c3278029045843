package main

// checkPositions returns the positions of the determinism test: from games of
// players of all ratings, opening to endgame.
func checkPositions() []string {
	return []string{
		"6r1/pbb2q1k/4p2p/2p2pp1/P1P2P2/R2r1BQP/1P4PK/2B2R2 b - - 2 1",
		"8/3n1kp1/1pN4p/8/4R3/1PP2P2/1r4PP/6K1 b - - 0 1",
		"2rq1rk1/4bpp1/npp2n1p/p2pNb2/3P4/P1N1B1PP/1P2PPB1/2RQR1K1 w - - 0 1",
		"2rr2k1/2q2pp1/p3Pn1p/1pp5/3P4/2P2QNP/PPB2PP1/2b1R1K1 w - - 0 1",
		"r4rk1/5pbp/p2p2p1/2pP3P/P1p1PP1q/2N1B2b/1P1Q1NR1/R6K b - - 3 1",
		"2rq1rk1/1p3ppp/p1npbb2/3Np3/P1B1P3/N7/1PP2PPP/R2QK2R w KQ - 2 1",
		"rn1q1rk1/ppp1bppp/1n1p4/5b2/2PP4/2N2N1P/PP3PP1/R1BQKB1R w KQ - 3 1",
		"r3r1k1/1p1b1ppn/1qp4p/p2p1P2/2nP1BPP/P1N2PQ1/1PB5/1R2R1K1 w - - 1 1",
		"r7/5p2/4k1p1/3nPpPp/2pP1P1P/p1P5/R1K5/2B5 w - - 2 1",
		"8/5kp1/1pN4p/2n5/4R3/1PP2P2/1r4PP/6K1 w - - 1 1",
		"5rk1/2q1bppp/Rnn1p3/8/8/2NB4/P1P3PP/1R2Q2K b - - 8 1",
		"q6r/2n1kppp/2b1p3/1p6/p2P1P2/R2BP3/2Q3PP/1R4K1 b - - 3 1",
		"r5k1/1n2b1pp/pn1p2q1/1p1PprB1/2p1N3/2P2N1P/PP1Q1PP1/R3R2K b - - 3 1",
		"8/5ppp/8/3k4/7P/1P4P1/1Rp2PK1/8 b - - 0 1",
		"2kr1br1/pppq1p1p/4pp2/3n4/3P4/2P2N2/PP1BQPPP/2KR2R1 b - - 3 1",
		"r5k1/2p1bppp/2n1q3/pp1rp3/4Q2P/PP1P1NN1/4KP2/2BR3R b - - 0 1",
		"1r3r1k/p5b1/8/4p2q/4Pp1p/1P3N1Q/P4PP1/3R1RK1 b - - 0 1",
		"r3rqk1/1p3p1p/1n1p2p1/1PpPp2n/2P1P2P/4N1PB/2Q2PK1/R3R3 b - - 10 1",
		"rnb1qr2/ppp3bk/3p1npp/4pp2/1PP5/1Q1P1NP1/PB1NPPBP/R4RK1 w - - 2 1",
		"2rqr1k1/1b1Nbppp/1pp2n2/p2p4/N2P1B2/P2BP3/1PQ2PPP/R4RK1 b - - 0 1",
	}
}
