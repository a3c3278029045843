// Package store keeps what must not be lost in an SQL database: a file of SQLite,
// or PostgreSQL where several machines work together. Both give the same
// answers. Its tables are made by the migrations in the folder of that name;
// nothing else changes them.
//
// The database is the truth: a row in tasks is the record of what should happen,
// whatever a queue knows or has forgotten. What belongs together is written in
// one transaction, and to write the same again changes nothing, so that whoever
// was interrupted may simply begin anew. No transaction waits for an engine or
// for a client.
//
// Evidence (uploads, games, evaluations, reports) is written once and named by
// its SHA-256, which is checked whenever it is read. The audit chain is
// append-only, each entry bound to the one before. So is the chain of seals: every
// transaction adds one entry with the digests of the rows that it wrote, so that
// Check names each row that was changed, removed or put in by others. A chain of
// hashes shows that something was altered, but not to somebody who has made the
// whole chain anew: that takes its last hash, written down elsewhere.
//
// Evaluations are kept as the canonical bytes of package encoding, each with
// a SHA-256 over them and the recipe, position and pass that they belong to.
// They are pure functions of recipe and position: a second value that differs
// from the first means a broken machine or a recipe that does not say
// everything, and is reported as a fault.Corrupt error.
//
// Times are given by the caller and kept to the microsecond, in UTC. Lists are
// ordered by the bytes of their key and read on from the last key seen; a limit
// of 0 stands for all.
//
// Errors are of these kinds: Unavailable where the database cannot be reached,
// opened, read or written (restarting, no permission, disk full, locked for too
// long), Corrupt where what it holds does not match its digest or is no
// database, NotFound and Conflict where the state is not what the caller thinks,
// Invalid where the caller asks for what cannot be. An error of the caller's
// context is returned as it is.
package store
