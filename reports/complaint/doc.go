// Package complaint is the procedure of a complaint, from the form to the decision, by the
// Anti-Cheating Guidelines (Arbiters' Manual 2022, chapter 3) and, online, by Annex I of the
// Regulations for Online Chess.
//
// A case is a list of entries that only grows; its state follows from them by one table of
// transitions (table.go). Case.Write accepts an entry or refuses it with the reason, Case.Next says
// what may be done next, Case.View what somebody may see of the case. People decide; the package
// only says what may be done, by whom, until when and under which article.
//
// The package has no clock and no database: the caller passes the time, package store keeps and
// seals the entries. Who may touch cases at all is decided in package access.
package complaint
