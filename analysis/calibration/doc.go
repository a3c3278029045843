// Package calibration holds what was fitted to games of rated players: for one
// recipe, policy and time class, the models that expectations come from and the
// numbers that make a z of a difference. It reads and writes the files, embeds
// those that are shipped, finds the one that fits, and computes what is to be
// expected of a move.
//
// No number is an answer without the calibration of exactly its recipe and
// policy: Find gives an error otherwise.
package calibration
