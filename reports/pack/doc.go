// Package pack writes files that belong together into one ZIP archive with a manifest, and proves
// later that nothing in the archive was changed. Packages for title norms, case files and cleaned
// games are such archives.
//
// The same files give the same bytes on every machine and under every version of Go: they are
// stored without compression, in the order of their paths, with one fixed time. An archive can
// therefore be proved as a whole, including the bytes between the files. What goes into a package
// is decided by its callers.
package pack
