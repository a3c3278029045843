package complaint

import (
	"io"

	"fairplay/analysis/fault"
	"fairplay/reports/yamlfile"
)

// mostFile is the greatest length of a file about a case, in bytes.
const mostFile = 1 << 20

// readFile reads a file that somebody wrote by hand, in YAML or JSON. The error is Invalid, with
// the code, and names file, line and reason. fresh makes an empty value; example is what an error
// shows of such a file.
func readFile[T interface{ Validate() error }](name string, in io.Reader, code, example string, fresh func() T) (T, error) {
	read := fresh()
	f, err := yamlfile.Open(name, code, in, mostFile, example)
	if err != nil {
		return read, err
	}
	if err := f.Decode(func() any { return fresh() }, read); err != nil {
		return read, err
	}
	if err := read.Validate(); err != nil {
		return read, f.Wrong(f.Blame(func(rest *yamlfile.File) bool {
			less := fresh()
			return rest.Decode(nil, less) != nil || less.Validate() != nil
		}), "%s", yamlfile.Reason(err))
	}
	return read, nil
}

// ReadCompetition reads the facts of an event that the service does not keep. Errors are as in
// ReadForm.
func ReadCompetition(name string, in io.Reader) (Competition, error) {
	known, err := readFile(name, in, "case_event", "name: City Open", func() *Competition { return &Competition{} })
	if err != nil {
		return Competition{}, err
	}
	return *known, nil
}

// ReadEntry reads the body of an entry for a case from a file. Errors are as in ReadForm.
func ReadEntry(kind EntryKind, name string, in io.Reader) (Body, error) {
	if NewBody(kind) == nil {
		return nil, unknownEntry(kind)
	}
	return readFile(name, in, "case_entry", "reason: why", func() Body { return NewBody(kind) })
}

func unknownEntry(kind EntryKind) error {
	return fault.New(fault.Invalid, "case_entry", "%.50q is nothing that is entered into a case", string(kind))
}
