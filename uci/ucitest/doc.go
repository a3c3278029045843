// Package ucitest provides chess engines for tests.
//
// Dial plays a script: every command that is expected, every line that is sent,
// and an assertion that all was said. Engine is a program that speaks UCI,
// answers from the position alone, and misbehaves in one chosen way. It runs in
// the test's own process or, by Command, as a real child process.
package ucitest
