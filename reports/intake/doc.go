// Package intake opens what people hand in: PGN files as they are, packed with
// gzip, Zstandard or bzip2, zip archives of any of these, folders, standard
// input and the bodies of uploads. What an input is, is told by its first bytes
// and not by its name, for an upload has none. Nothing that is handed in goes
// without a word: it is read, or refused with an error, or, if it lies in a folder
// or an archive and nothing says that it should be PGN, named as passed over.
//
// Packed input is read as it streams; only a zip archive that does not come
// from a file is laid down in a temporary file first. However little there is
// of it, packed input may unpack to more than a machine can hold: a limit over
// all that one call unpacks, a limit on the memory of the decoders and a limit
// on the list of an archive's members end with a fault.TooLarge error.
//
// All other errors that concern the input are of kind fault.Invalid, and for
// files NotFound, Forbidden or Unavailable; they name the file and the reason.
package intake
