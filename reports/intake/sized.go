package intake

import "os"

// SizedFile is an opened file that knows its size, for readers that may start anywhere in it.
type SizedFile struct {
	*os.File
	size int64
}

// Size returns how many bytes the file had when it was opened.
func (s SizedFile) Size() int64 { return s.size }

// OpenSized opens a file. The errors are those of package os.
func OpenSized(path string) (SizedFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return SizedFile{}, err
	}
	at, err := f.Stat()
	if err != nil {
		f.Close()
		return SizedFile{}, err
	}
	return SizedFile{f, at.Size()}, nil
}
