// Package store keeps everything that must not be lost in an SQL database: an SQLite file, or
// PostgreSQL if several machines work together. Both give the same answers. Only the migrations, in
// the folder of that name, make and change the tables.
//
// The database is the truth: a row in tasks is the record of what should happen, whatever a queue
// knows or has forgotten. What belongs together is written in one transaction, and writing the same
// again changes nothing, so that an interrupted caller may simply start again. No transaction waits
// for an engine or for a client.
//
// Evidence (uploads, games, evaluations, reports) is written once and named by its SHA-256, which
// is checked whenever it is read. The audit, the journals of events and the entries of cases are append-only. One log chains all
// of it: every transaction appends an entry, a seal, with the digests of the rows that it wrote, each bound to the entry before.
// The tables are what follows from the log, so that Check names each row that others changed, removed or inserted. A chain of
// hashes shows that something was altered, unless the whole chain was built again; to show that, its last hash must have been
// kept elsewhere, as checkpoints keep it.
//
// What people write in cases and data requests is sealed under a key of that case or request, and
// can be destroyed with the key without breaking the log.
//
// Evaluations are stored as the canonical bytes of package encoding, each with a SHA-256 over them
// and their recipe, position and pass. They are pure functions of recipe and position. A second
// value that differs from the first means a broken machine or an incomplete recipe, and is a
// fault.Corrupt error.
//
// The caller gives the times, which are stored to the microsecond, in UTC. Lists are ordered by the
// bytes of their key and continue after the last key seen; a limit of 0 means all.
//
// Errors are of these kinds: Unavailable if the database cannot be reached, opened, read or written
// (restarting, no permission, disk full, locked for too long); Corrupt if its contents do not match
// their digest or are not a database; NotFound and Conflict if the state is not what the caller
// expects; Invalid if the request makes no sense. An error of the caller's context is returned
// unchanged.
package store
