// Package pack writes files that belong together into one ZIP archive with a list of what is in
// it, and proves later that nothing in the archive was changed. A package for a title norm is
// such an archive, and so is the file of a case.
//
// The same files give the same bytes, on every machine and under every version of Go: they are
// stored and not compressed, in the order of their paths, with one fixed time. An archive can
// therefore be proved as a whole: what stands between the files counts too.
package pack
