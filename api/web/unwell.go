package web

import (
	"encoding/json"
	"net/http"

	"fairplay/api/wire"
)

// unwell names the parts of the service that do not work now: "database", "redis", "engines". What is made
// already can be read all the same.
func (v *visit) unwell() []string {
	r, err := http.NewRequestWithContext(v.context(), http.MethodGet, "/readyz", nil)
	if err != nil {
		return nil
	}
	w := newRecorder()
	v.api.Ask(w, r, v.person)
	var state wire.Readiness
	if json.Unmarshal(w.Bytes(), &state) != nil {
		return nil
	}
	var names []string
	for _, part := range state.Parts {
		if !part.Ok {
			names = append(names, part.Name)
		}
	}
	return names
}
