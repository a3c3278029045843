// Package periodic does what has to be done in cases when its time comes: it reminds people of what
// is due, and erases what has been kept long enough. It decides neither: package complaint says
// what is due when, and what may be erased.
package periodic
