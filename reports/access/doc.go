// Package access says who may do what: roles, what a role is bound to, and one table
// of what each role may do. The API maps its operations to the actions of this
// package, and so does every other door.
package access
