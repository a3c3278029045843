package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/tournament"
)

// readRecord reads the record of an event.
func readRecord(path string) (*tournament.EventRecord, error) {
	return recordOf(path, &reports.Provenance{})
}

// recordOf is readRecord, and notes the file among the inputs of a report.
func recordOf(path string, made *reports.Provenance) (*tournament.EventRecord, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "the record of the event, %s, cannot be read", path)
	}
	made.Inputs = append(made.Inputs, fileOf(path, text)...)
	made.State("event", filepath.Base(path))
	return reports.ReadRecord(filepath.Base(path), text)
}

// fileOf names the bytes of a file as the input of a report.
func fileOf(which string, text []byte) []reports.InputFile {
	digest := sha256.Sum256(text)
	return []reports.InputFile{{File: filepath.Base(which), Bytes: int64(len(text)), SHA256: hex.EncodeToString(digest[:])}}
}
