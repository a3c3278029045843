// Package exact is arithmetic that gives the same bits on every machine.
//
// The language lets a compiler fuse x*y + z into one operation that rounds once,
// and on arm64, ppc64, riscv64, s390x and newer amd64 it does; package math has
// Exp and others in the machine's own instructions on some of them, and is fused
// itself on others. Here, and wherever a figure is computed, a product that is
// added to something is rounded by an explicit conversion, float64(x*y) + z,
// which forbids fusing (The Go Programming Language Specification, Floating-point
// operators). What remains, + - * / and the square root, IEEE 754 defines to the
// last bit. TestNothingIsFused compiles for arm64 and reads what comes out.
//
// Of package math only functions that are exact by their definition may be used
// beside this package: Abs, Sqrt, Floor, Ceil, Round, Min, Max and those that take
// numbers apart. Sums are made in the order of their slices.
//
// Functions take and give NaN and infinities as those of package math do.
package exact
