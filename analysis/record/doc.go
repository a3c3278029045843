// Package record turns a game and its evaluations into move records, each kept
// or left out for a stated reason. It is the one place where it is decided
// which moves count.
package record
