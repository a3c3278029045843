// Package pipeline holds the steps from games to reports: read, choose, evaluate, score,
// compile. The command line calls them directly and package work calls them by task, so
// that both give the same numbers. It never touches the database or the queue: whoever
// calls hands in engines and cache.
package pipeline
