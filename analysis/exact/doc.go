// Package exact is arithmetic that gives the same bits on every machine.
//
// The language lets a compiler fuse x*y + z into one operation that rounds once, and on arm64,
// ppc64, riscv64, s390x and newer amd64 it does. Package math computes Exp and others with
// machine instructions on some of them, and is fused itself on others. Here, and wherever a
// figure is computed, a product that is added to something is rounded by an explicit
// conversion, float64(x*y) + z, which forbids fusing (The Go Programming Language
// Specification, Floating-point operators). The remaining operations, + - * / and the square
// root, are defined to the last bit by IEEE 754. TestNothingIsFused compiles for arm64 and
// reads the result.
//
// Beside this package only those functions of package math may be used that are exact by
// definition: Abs, Sqrt, Floor, Ceil, Round, Min, Max and those that take numbers apart. Sums
// are made in the order of their slices.
//
// Functions take and return NaN and infinities as those of package math do.
package exact
