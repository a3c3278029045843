// Package complaint is the procedure of a complaint, from the form to the decision, by the
// Anti-Cheating Guidelines (Arbiters' Manual 2022, chapter 3) and, online, by Annex I of the
// Regulations for Online Chess. A case is a list of entries that is only added to; its state follows
// from them by one table of transitions. People decide; the package says what may be done next, by whom,
// until when and under which article, and refuses the rest with the reason. It knows no clock and no
// database.
package complaint
