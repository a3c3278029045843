package reports

import (
	"bytes"
	"encoding/json"

	"fairplay/analysis/fault"
	"fairplay/reports/tournament"
)

// ReadRecord reads the record of an event: from a file in YAML or JSON, or from a report in JSON
// that contains it. The error is Invalid and names file, line and reason.
func ReadRecord(name string, text []byte) (*tournament.EventRecord, error) {
	var report struct {
		Provenance *struct{}       `json:"provenance"`
		Record     json.RawMessage `json:"record"`
	}
	if json.Unmarshal(text, &report) == nil && report.Provenance != nil {
		if text = report.Record; text == nil {
			return nil, fault.New(fault.Invalid, "event_file", "the report %s has no record of the event", name)
		}
	}
	return tournament.ReadEventFile(name, bytes.NewReader(text))
}
