// Package analysis is the vocabulary of fairplay: games, players, scores,
// evaluations, recipes, policies and move records, as the field names them.
// Everything else in the program is built on these nouns.
//
// The package and those below it are pure: no files, clocks, goroutines or
// logs. They depend on the standard library, on notnil/chess (in pgn) and on
// gonum (in the statistics), and on nothing else.
//
// # References
//
// Comments name their sources in brackets:
//
//	[RH11]   Regan, Haworth: Intrinsic Chess Ratings. AAAI 2011.
//	[RMH11]  Regan, Macieja, Haworth: Understanding Distributions of Chess
//	         Performances. Advances in Computer Games 13, 2011.
//	[RC12]   Regan: Intrinsic Ratings Compendium, 2012.
//	[BH15]   Barnes, Hernandez-Castro: On the limits of engine analysis for
//	         cheating detection in chess. Computers & Security 48, 2015.
//	[ECU25]  Regan in the ECU Magazine, April 2025.
//	[AM]     FIDE Arbiters' Manual, 2022. Its rules stand in
//	         reports/regulations with the article ids that comments and reports
//	         cite (R-IV-6, AC-I-6, ...).
//
// MODEL with a number is the section of the statistical contract that a piece
// of code keeps: 1 recipe (Recipe, package uci), 2 policy (Policy, package
// record), 3 quantities of one move (package score), 4 choice model (package
// choice), 5 tests and z (packages score and ipr), 6 what numbers may say
// (reports/regulations), 7 fitting and proof (packages fit and calibration).
// REGULATIONS with a number is a section of the catalogue of rules.
package analysis
