// Package intake opens what people hand in: PGN files, plain or packed with gzip, Zstandard or
// bzip2, zip archives of any of these, folders, standard input and the bodies of uploads. It
// recognises an input by its first bytes and not by its name, because an upload has none.
// Nothing that is handed in is dropped silently: it is read, or refused with an error, or, if
// it lies in a folder or an archive and nothing says that it should be PGN, named as skipped.
//
// Packed input is read as a stream; only a zip archive that does not come from a file is copied
// to a temporary file first. Even a small packed input may unpack to more than a machine can
// hold. Three limits therefore end with a fault.TooLarge error: one on the bytes that one call
// unpacks in all, one on the memory of the decoders, and one on the list of an archive's
// members.
//
// All other errors that concern the input are of kind fault.Invalid, and for
// files NotFound, Forbidden or Unavailable; they name the file and the reason.
package intake
