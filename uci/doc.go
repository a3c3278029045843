// Package uci asks chess engines for evaluations over the Universal Chess
// Interface (UCI protocol, Meyer-Kahlen 2006).
//
//	Pool -> Engine -> session -> process
//
// An Engine is one process and is owned by one goroutine; a Pool is as many of
// them as the machine has cores. An Evaluation is a pure function of recipe and
// position (MODEL 1): every search is limited by nodes, starts from a cleared
// engine and sees the position without its history, so that the answer is the
// same on any machine, in any order, on any number of engines and after any
// crash.
//
// An engine is a stranger's program. Whatever it does, it gets no more time,
// memory or output than the limits allow; when it ends, hangs or talks nonsense its
// whole process group is killed and the caller gets a TerminatedError.
package uci
