// Package trf reads and writes Tournament Report Files, in which pairing programs hand over
// tournaments to FIDE and to each other: TRF16 (FIDE Handbook C.04, annex 2, 2016) and TRF26
// (approved by the FIDE Council on 12 May 2025, applied from 1 September 2025), with the XX and BB
// lines that the pairing programs JaVaFo and bbpPairings add.
//
// Read takes lines that end in LF, CRLF or CR, in UTF-8 or an old code page. It never stops at a
// wrong line: each remark names line, column and reason, and everything else is read. Write gives
// back what was read byte for byte; if something was changed, it changes only the columns that hold
// it.
package trf
