// Package store keeps what must not be lost in an SQL database. Its tables are
// made by the migrations in the folder of that name; nothing else changes them.
//
// Evaluations are kept as the canonical bytes of package encoding, each with
// a SHA-256 over them and the recipe, position and pass that they belong to,
// which is checked whenever a row is read. They are pure functions of recipe and
// position, so a row is written once and never changed: a second value that
// differs from the first means a broken machine or a recipe that does not say
// everything, and is reported as a fault.Corrupt error.
//
// Errors are of these kinds: Unavailable where the database cannot be opened,
// read or written (no permission, disk full, locked for too long), Corrupt
// where what it holds does not match its digest or is no database, Invalid
// where the caller asks for what cannot be. An error of a context is returned
// as it is.
package store
