package terminal

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"fairplay/analysis/fault"
	"fairplay/reports"
)

// ReadRecord reads the record of an event.
func ReadRecord(path string) (*reports.EventRecord, error) {
	return RecordOf(path, &reports.Provenance{})
}

// RecordOf is ReadRecord, and notes the file among the inputs of a report.
func RecordOf(path string, made *reports.Provenance) (*reports.EventRecord, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "the record of the event, %s, cannot be read", path)
	}
	made.Inputs = append(made.Inputs, FileOf(path, text)...)
	made.State("event", filepath.Base(path))
	return reports.ReadRecord(filepath.Base(path), text)
}

// FileOf names the bytes of a file as the input of a report.
func FileOf(which string, text []byte) []reports.InputFile {
	digest := sha256.Sum256(text)
	return []reports.InputFile{{File: filepath.Base(which), Bytes: int64(len(text)), SHA256: hex.EncodeToString(digest[:])}}
}
