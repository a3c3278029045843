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

// archive yields the parts of a zip archive; buffered is the same input, read through a buffer.
func (o *opener) archive(in input, buffered io.Reader) bool {
	file, ok := regularFile(in.r)
	if !ok {
		spooled, err := o.spool(in.name, buffered)
		if err != nil {
			return o.fail(in.name, err)
		}
		defer discard(spooled)
		file = spooled
	}
	members, err := list(in.name, file)
	if err != nil {
		return o.fail(in.name, err)
	}
	if what := document(members); what != "" {
		return o.refuse(in, kind{foreign: what})
	}
	before := o.parts
	if !o.members(in, members) {
		return false
	}
	switch {
	case o.parts > before:
		return true
	case in.asked:
		return o.fail(in.name, fault.New(fault.Invalid, "no_pgn", "the archive %s holds no PGN file", printable(in.name)))
	}
	return o.skip(in.name, "an archive without PGN")
}

// members yields the parts of the members of an archive. Hidden folders are named once.
func (o *opener) members(in input, members []*zip.File) bool {
	told := map[string]bool{}
	for _, m := range members {
		switch folder := hidden(m.Name); {
		case folder == "":
			if !o.member(in, m) {
				return false
			}
		case !told[folder]:
			told[folder] = true
			if !o.skip(in.name+"/"+folder, "a hidden file or folder") {
				return false
			}
		}
	}
	return true
}

// document says what kind of document a zip file is, if a program for letters or tables has
// written it, and "" for an archive. Those of Microsoft contain a list of content types
// (ECMA-376, part 2), those of LibreOffice their type (OpenDocument 1.2, part 3).
func document(members []*zip.File) string {
	for _, m := range members {
		switch m.Name {
		case "[Content_Types].xml":
			return "a document of Microsoft Office (Word, Excel or the like)"
		case "mimetype":
			return "a document of LibreOffice or another office program"
		}
	}
	return ""
}

func regularFile(r io.Reader) (*os.File, bool) {
	file, ok := r.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := file.Stat()
	return file, err == nil && info.Mode().IsRegular()
}

// spool copies the archive to a temporary file, because a zip archive is read from its end. The
// limit on unpacked bytes holds for the copy too.
func (o *opener) spool(name string, r io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "fairplay-intake-*.zip")
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "no_temporary_file", "%s cannot be laid down for unpacking", printable(name))
	}
	_ = os.Remove(file.Name()) // if the system allows removing open files, it disappears with the process, however that ends
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

// discard removes a temporary file. A failure concerns nobody, so it is not reported.
func discard(file *os.File) {
	_ = file.Close()
	_ = os.Remove(file.Name())
}

// list returns the members in the order of their names, without folders.
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
		return strings.HasSuffix(m.Name, "/")
	})
	slices.SortStableFunc(members, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	return members, nil
}

// encrypted is the bit in a member's flags that marks it as encrypted.
const encrypted = 1

// member yields the parts of one member of an archive.
func (o *opener) member(archive input, m *zip.File) bool {
	name := archive.name + "/" + m.Name
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
	return o.stream(input{
		name: name, r: &limited{r: r, budget: o.budget, name: name, form: zipped},
		layers: archive.layers + 1, promise: promised(name), asked: namesPGN(name),
	})
}

// maxDirectory bounds the list of members at the end of an archive: 16 MiB, which is more than
// a hundred thousand files and takes about 100 MiB of memory.
const maxDirectory = 16 << 20

// directoryReader reads a file, but at most maxDirectory bytes until the list of members has
// been read.
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
