package terminal

import (
	"os"

	"fairplay/analysis/fault"
	"fairplay/reports"
)

// listFile is an opened rating list.
type listFile struct {
	*os.File
	size int64
}

// Size returns how many bytes the file has.
func (f listFile) Size() int64 { return f.size }

// OpenList opens the file of a rating list. A file that is not there is a NotFound error.
func OpenList(file string) (reports.ListArchive, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "no_file", "cannot open %s", file)
	}
	at, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, fault.Wrap(err, fault.Unavailable, "no_file", "cannot open %s", file)
	}
	return listFile{f, at.Size()}, nil
}
