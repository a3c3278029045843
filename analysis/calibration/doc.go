// Package calibration holds what was fitted to games of rated players: for one recipe, policy and
// time class, the models that expectations come from and the numbers that turn a difference into a
// z. It reads and writes calibration files, embeds those that are shipped, finds the right one, and
// computes what is expected of a move.
//
// No number is given without the calibration of exactly its recipe and policy: Find returns an
// error otherwise. The mathematics of the models lives in choice and score, fitting in fit.
package calibration
