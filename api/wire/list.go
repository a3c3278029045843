// Package wire has what the API reads and writes and no other package has: the routes and their parameters, which are
// generated, bodies of requests, and answers that show less than what is stored.
package wire

// List is a list of which a request asks for a part at a time.
type List[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"` // where to read on; absent at the end
}
