// Package ucitest provides chess engines for tests.
//
// Dial plays a script of expected commands and answers, and fails the test unless the script is
// played to its end. Engine is a program that speaks UCI, answers from the position alone, and
// misbehaves in one chosen way. It runs in the test's own process or, by Command, as a real
// child process.
package ucitest
