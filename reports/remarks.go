package reports

import (
	"encoding/json"

	"fairplay/analysis/fault"
)

// FileRemarks are the remarks on a file, besides its games, as they are stored.
type FileRemarks struct {
	Faults []FileFault // never nil
	Notes  []InputNote // never nil
}

// FileFault is an InputError as it is stored.
type FileFault struct {
	InputError
	Lost bool `json:"lost"` // the game could not be read at all
}

// Encode returns faults and notes in their stored form.
func (f *FileRemarks) Encode() (faults, notes []byte, err error) {
	if faults, err = json.Marshal(f.Faults); err != nil {
		return nil, nil, err
	}
	notes, err = json.Marshal(f.Notes)
	return faults, notes, err
}

// ReadFileRemarks reads what Encode wrote about a file of that name. The error is of kind Corrupt.
func ReadFileRemarks(file string, faults, notes []byte) (r FileRemarks, err error) {
	for _, part := range []struct {
		text []byte
		into any
	}{{faults, &r.Faults}, {notes, &r.Notes}} {
		if err := json.Unmarshal(part.text, part.into); err != nil {
			return r, fault.Wrap(err, fault.Corrupt, "file_remarks", "what was said of %s cannot be read", file)
		}
	}
	return r, nil
}
