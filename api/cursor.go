package api

import (
	"encoding/base64"
	"strconv"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
)

// listPage is the part of a list that a request asks for.
type listPage struct {
	after string // place after which to continue, "" for the beginning
	from  int64  // the same in a list with numbered places, 0 for the beginning
	limit int
}

const (
	usualLimit = 100
	mostLimit  = 500
)

// pageOf reads the parameters of a list in the order of ids.
func pageOf(cursor *string, limit *int) (listPage, error) {
	p := listPage{limit: usualLimit}
	if limit != nil {
		p.limit = *limit
	}
	if p.limit < 1 || p.limit > mostLimit {
		return p, fault.New(fault.Invalid, "limit", "limit is a number from 1 to %d", mostLimit)
	}
	if cursor == nil || *cursor == "" {
		return p, nil
	}
	after, err := base64.RawURLEncoding.DecodeString(*cursor)
	if err != nil || !isHex(string(after)) { // decimal numbers pass too
		return p, wrongCursor()
	}
	p.after = string(after)
	return p, nil
}

// countedPage reads the parameters of a list with numbered places.
func countedPage(cursor *string, limit *int) (listPage, error) {
	p, err := pageOf(cursor, limit)
	if err != nil || p.after == "" {
		return p, err
	}
	if p.from, err = strconv.ParseInt(p.after, 10, 64); err != nil || p.from < 0 {
		return p, wrongCursor()
	}
	return p, nil
}

func wrongCursor() error {
	return fault.New(fault.Invalid, "cursor", "cursor is not one that a list gave in next")
}

// cut keeps at most limit entries; one entry more than that shows that the list goes on. next
// is then the cursor after the last entry kept.
func cut[T any](items []T, limit int, place func(T) string) (kept []T, next string) {
	if len(items) <= limit {
		return items, ""
	}
	kept = items[:limit]
	return kept, base64.RawURLEncoding.EncodeToString([]byte(place(kept[limit-1])))
}

// listed returns at most limit entries as a list that says where it goes on; its items are never nil.
func listed[T any](items []T, limit int, place func(T) string) wire.List[T] {
	kept, next := cut(items, limit, place)
	return wire.List[T]{Items: append([]T{}, kept...), Next: next}
}

// translated converts each item to its form on the wire; the result is never nil.
func translated[From, To any](items []From, to func(From) To) []To {
	out := make([]To, len(items))
	for i, item := range items {
		out[i] = to(item)
	}
	return out
}
