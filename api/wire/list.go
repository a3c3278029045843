// Package wire has what the API reads and writes and no other package has: the routes and their parameters, which are
// generated, bodies of requests (NewEvent), and views that embed what is stored and show something besides (ListedTask). All
// other answers are the structures of the store and of reports as they are.
package wire

// List is a list of which a request asks for a part at a time.
type List[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"` // where to read on; absent at the end
}
