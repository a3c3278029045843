package intake

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"fairplay/analysis/fault"
)

// archive yields the parts of a zip archive, which r holds; buffered is r with
// a buffer before it.
func (o *opener) archive(name string, r, buffered io.Reader, layers int) bool {
	file, ok := regularFile(r)
	if !ok {
		spooled, err := o.spool(name, buffered)
		if err != nil {
			return o.fail(name, err)
		}
		defer discard(spooled)
		file = spooled
	}
	members, err := list(name, file)
	if err != nil {
		return o.fail(name, err)
	}
	if len(members) == 0 {
		return o.fail(name, fault.New(fault.Invalid, "no_pgn", "the archive %s holds no PGN file", printable(name)))
	}
	for _, m := range members {
		if !o.member(name+"/"+m.Name, m, layers) {
			return false
		}
	}
	return true
}

func regularFile(r io.Reader) (*os.File, bool) {
	file, ok := r.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := file.Stat()
	return file, err == nil && info.Mode().IsRegular()
}

// spool copies the archive to a temporary file, because a zip archive is read
// from its end. It may be as large as what may be unpacked.
func (o *opener) spool(name string, r io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "fairplay-intake-*.zip")
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "no_temporary_file", "%s cannot be laid down for unpacking", printable(name))
	}
	n, err := io.Copy(file, io.LimitReader(r, o.budget.limit+1))
	switch {
	case err != nil:
		err = readError(name, err)
	case n > o.budget.limit:
		o.budget.passed = true
		err = fault.New(fault.TooLarge, "unpack_limit", "the archive %s is larger than %s, which is the limit",
			printable(name), size(o.budget.limit))
	default:
		return file, nil
	}
	discard(file)
	return nil, err
}

// discard removes a temporary file. There is nobody to tell if that fails.
func discard(file *os.File) {
	_ = file.Close()
	_ = os.Remove(file.Name())
}

// list returns the members that look like PGN, in the order of their names.
func list(name string, file *os.File) ([]*zip.File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, unopened(name, err)
	}
	directory := &directoryReader{r: file, left: maxDirectory}
	archive, err := zip.NewReader(directory, info.Size())
	if err != nil {
		if directory.passed {
			return nil, fault.New(fault.TooLarge, "unpack_limit", "the archive %s holds too many files", printable(name))
		}
		return nil, damaged(name, zipped, err)
	}
	directory.unlimited = true // from here on the budget counts
	members := slices.DeleteFunc(archive.File, func(m *zip.File) bool {
		return strings.HasSuffix(m.Name, "/") || !namesPGN(m.Name)
	})
	slices.SortStableFunc(members, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	return members, nil
}

// encrypted is the bit of a member's flags that says so.
const encrypted = 1

func (o *opener) member(name string, m *zip.File, layers int) bool {
	if m.Flags&encrypted != 0 {
		return o.fail(name, fault.New(fault.Invalid, "archive_encrypted",
			"%s is locked with a password; unpack it first", printable(name)))
	}
	r, err := m.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return o.fail(name, fault.Wrap(err, fault.Invalid, "unknown_form",
			"%s is packed by a method that is not read; pack it again as an ordinary zip file", printable(name)))
	}
	if err != nil {
		return o.fail(name, damaged(name, zipped, err))
	}
	defer r.Close()
	return o.stream(name, &limited{r: r, budget: o.budget, name: name, form: zipped}, layers+1, promised(name))
}

// maxDirectory bounds the list of members that an archive keeps at its end,
// 16 MiB: more than a hundred thousand files, some 100 MiB of memory.
const maxDirectory = 16 << 20

// directoryReader reads a file, at first only so many bytes of it.
type directoryReader struct {
	r         io.ReaderAt
	left      int64
	unlimited bool
	passed    bool
}

func (d *directoryReader) ReadAt(p []byte, offset int64) (int, error) {
	if d.unlimited {
		return d.r.ReadAt(p, offset)
	}
	d.left -= int64(len(p))
	if d.left < 0 {
		d.passed = true
		return 0, errors.New("the list of members is too long")
	}
	return d.r.ReadAt(p, offset)
}
