package fide

import (
	"archive/zip"
	"io"
	"strings"

	"fairplay/analysis/fault"
)

// Unpack opens a file that contains a list, plain or in a zip archive as FIDE publishes it, and
// returns the name of the list too. An archive must contain exactly one list.
func Unpack(name string, r io.ReaderAt, size int64) (list io.ReadCloser, member string, err error) {
	head := make([]byte, 4)
	if n, _ := r.ReadAt(head, 0); n < len(head) || string(head) != "PK\x03\x04" {
		return io.NopCloser(io.NewSectionReader(r, 0, size)), name, nil
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, "", fault.Wrap(err, fault.Invalid, "list_zip", "%s cannot be unpacked", name)
	}
	var found *zip.File
	for _, f := range archive.File {
		if lower := strings.ToLower(f.Name); !strings.HasSuffix(lower, ".txt") && !strings.HasSuffix(lower, ".xml") {
			continue
		}
		if found != nil {
			return nil, "", fault.New(fault.Invalid, "list_zip", "%s holds several lists, %s and %s", name, found.Name, f.Name)
		}
		found = f
	}
	if found == nil {
		return nil, "", fault.New(fault.Invalid, "list_zip", "%s holds no rating list (.txt or .xml)", name)
	}
	list, err = found.Open()
	if err != nil {
		return nil, "", fault.Wrap(err, fault.Invalid, "list_zip", "%s cannot be unpacked", name)
	}
	return list, found.Name, nil
}
