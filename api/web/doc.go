// Package web is the service as people see it: pages for every role, in a browser, with or without
// JavaScript, in three languages.
//
// A page has no rule, number or state of its own. It names the operations of the API that it uses,
// is open to those who may do them, and gets everything it shows by requests to the API in the name
// of the person who is signed in (visit), under the same guard, limits and audit. It makes changes
// in the same way.
//
// pages.go is the table of pages; each page has a file and a template of its name. Words are in
// render/words/web*.yaml, styles and scripts in assets.
package web
