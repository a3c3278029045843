// Package pipeline holds the steps from games to reports: plan, evaluate,
// measure, compile. The command line calls them directly and the queue calls
// them by task, so that both give the same numbers.
package pipeline
