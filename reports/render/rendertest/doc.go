// Package rendertest checks the words of reports and pages in tests.
package rendertest
