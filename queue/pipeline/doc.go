// Package pipeline holds the steps from games to reports: read, choose, evaluate, score, compile.
// The command line calls them directly and package work calls them from tasks, so both give the
// same numbers. The package never touches the database or the queue: the caller supplies engines
// and cache.
package pipeline
