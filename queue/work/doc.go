// Package work does the work of the service: it runs the steps of package pipeline as tasks over
// the database, woken up by the queue, and decides what follows from what.
//
// It never computes a figure itself, so that service and command line cannot differ. What people
// write about an event goes through package journal, about cases through package registry.
package work
