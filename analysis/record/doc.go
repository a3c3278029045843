// Package record turns a game and its evaluations into move records, each counted or left out
// for a stated reason. Which moves count is decided here and nowhere else.
package record
