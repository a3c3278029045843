package work

import (
	"slices"
	"sync"
)

// recent keeps what was made last of one kind. A key names everything on which a value depends, so none
// becomes outdated. The oldest goes first.
type recent[T any] struct {
	mu    sync.Mutex
	kept  map[string]*T
	order []string // keys, the oldest first
}

// get returns the value of a key, nil if it is not kept.
func (r *recent[T]) get(key string) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[key]
}

// take returns the value of a key, nil if it is not kept, and forgets it.
func (r *recent[T]) take(key string) *T {
	r.mu.Lock()
	defer r.mu.Unlock()
	value := r.kept[key]
	delete(r.kept, key)
	r.order = slices.DeleteFunc(r.order, func(k string) bool { return k == key })
	return value
}

// keep keeps a value, and at most that many in all.
func (r *recent[T]) keep(key string, value *T, most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept[key] != nil {
		return
	}
	if r.kept == nil {
		r.kept = map[string]*T{}
	}
	r.kept[key], r.order = value, append(r.order, key)
	if len(r.order) > most {
		delete(r.kept, r.order[0])
		r.order = r.order[1:]
	}
}
