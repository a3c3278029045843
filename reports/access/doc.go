// Package access says who may do what: roles, what a role is bound to, and one table of what each
// role may do. The API and the pages map their operations to the actions of this package; no other
// place decides on rights, except that a case's procedure (package complaint) may refuse more.
package access
