package web

import (
	"encoding/json"
	"net/http"

	"fairplay/api/wire"
)

// unwell names the parts of the service that do not work now: "database", "redis", "engines",
// "reminders", "clamd". Finished results can still be read.
func (v *visit) unwell() []string {
	state, err := v.readiness()
	if err != nil {
		return nil
	}
	var names []string
	for _, part := range state.Parts {
		if !part.OK {
			names = append(names, part.Name)
		}
	}
	return names
}

// readiness reads whether each part of the service works.
func (v *visit) readiness() (state wire.Readiness, err error) {
	got, err := v.ask(http.MethodGet, "/readyz", nil, nil)
	if got.status != http.StatusOK && got.status != http.StatusServiceUnavailable {
		return state, err
	}
	return state, json.Unmarshal(got.body, &state)
}
