// Package calendar does what time brings in cases by itself: it reminds people of what is due, and erases what
// has been kept for as long as it may be. It decides neither: package complaint says what is due when, and what may be
// erased.
package calendar
