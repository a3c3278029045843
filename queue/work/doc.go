// Package work does the work of the service: the steps of package pipeline as tasks over
// the database, woken up by the queue, and what follows from what. It never computes a
// figure itself, so that service and command line cannot differ.
package work
