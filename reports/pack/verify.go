package pack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"fairplay/analysis/fault"
)

// IsPackage reports whether a file that begins like this may be a package: a ZIP archive.
func IsPackage(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }

// Verify reads a package of size bytes and proves that it is as it was written: the files of its
// manifest and no others, each with its size and SHA-256, and nothing between them. Otherwise it
// returns a fault.Error of kind Corrupt that names every file that differs, is missing or was added
// (the first ten of each). Nothing is unpacked to disk, and memory stays small whatever the archive
// claims. A package of a later format is an error of kind Unprocessable, one of more than a
// gigabyte TooLarge.
//
// A package that somebody makes again with changed files and a new manifest passes too. Only its
// own SHA-256, noted when it was made, tells the two apart.
func Verify(r io.ReaderAt, size int64) (*Manifest, error) {
	files, err := open(r, size)
	if err != nil {
		return nil, err
	}
	m, text, err := listOf(files)
	if err != nil {
		return nil, err
	}
	members, err := compare(m, files)
	if err != nil {
		return nil, err
	}
	list := member{path: ManifestPath, bytes: int64(len(text)), crc: crc32.ChecksumIEEE(text), r: bytes.NewReader(text)}
	same := &compareWriter{r: r, size: size}
	if err := writeArchive(same, append([]member{list}, members...)); err != nil {
		return nil, err
	}
	if same.at != size {
		return nil, corrupt("something follows after the end of the archive")
	}
	return m, nil
}

func corrupt(format string, args ...any) error {
	return fault.New(fault.Corrupt, "package_differs", format, args...)
}

// open reads the directory of an archive, in its order.
func open(r io.ReaderAt, size int64) ([]*zip.File, error) {
	const (
		tailBytes    = 22
		mostOfList   = 4 << 20
		tooLarge     = mostBytes + mostOfList
		listedOffset = 12
	)
	if size > tooLarge {
		return nil, fault.New(fault.TooLarge, "package_limit", "a package has at most %d MiB", mostBytes>>20)
	}
	// The record at the end gives the length of the directory. A package has nothing after it.
	tail := make([]byte, tailBytes)
	if _, err := r.ReadAt(tail, max(0, size-tailBytes)); err != nil || !bytes.HasPrefix(tail, []byte("PK\x05\x06")) {
		return nil, corrupt("the archive does not end as fairplay writes it: it is cut off, something was added, or it was packed anew")
	}
	listed := int64(binary.LittleEndian.Uint32(tail[listedOffset:]))
	from := int64(binary.LittleEndian.Uint32(tail[listedOffset+4:]))
	if listed > mostOfList || from+listed != size-tailBytes {
		return nil, corrupt("the archive's list of members is not as fairplay writes it")
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fault.Wrap(err, fault.Corrupt, "package_differs", "the archive's list of members cannot be read")
	}
	seen, total := newNames(), uint64(0)
	for _, f := range archive.File {
		if err := seen.add(f.Name, fault.Corrupt); err != nil {
			return nil, err
		}
		if f.Method != zip.Store || f.CompressedSize64 != f.UncompressedSize64 {
			return nil, corrupt("%q is compressed or locked, which fairplay does not do: the archive was packed anew", f.Name)
		}
		if total += f.CompressedSize64; f.CompressedSize64 > uint64(size) || total > uint64(size) {
			return nil, corrupt("%q claims to be larger than the archive", f.Name)
		}
	}
	return archive.File, nil
}

// listOf reads the manifest.
func listOf(files []*zip.File) (*Manifest, []byte, error) {
	const mostBytes = 16 << 20
	at := slices.IndexFunc(files, func(f *zip.File) bool { return f.Name == ManifestPath })
	if at < 0 {
		return nil, nil, corrupt("there is no %s: this is no package of fairplay, or its list was taken out", ManifestPath)
	}
	if files[at].UncompressedSize64 > mostBytes {
		return nil, nil, corrupt("%s is larger than any list of files", ManifestPath)
	}
	r, err := files[at].OpenRaw()
	if err != nil {
		return nil, nil, damaged(files[at], err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, nil, damaged(files[at], err)
	}
	var form struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(text, &form); err == nil && form.Format > format {
		return nil, nil, fault.New(fault.Unprocessable, "package_format", "the package was written by a later fairplay, in form %d; this one knows form %d", form.Format, format)
	}
	m := new(Manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, nil, fault.Wrap(err, fault.Corrupt, "package_differs", "%s differs: it cannot be read", ManifestPath)
	}
	if again, err := m.text(); err != nil || !bytes.Equal(again, text) || m.Format != format {
		return nil, nil, corrupt("%s differs: it is not as fairplay writes it", ManifestPath)
	}
	return m, text, nil
}

func damaged(f *zip.File, err error) error {
	return fault.Wrap(err, fault.Corrupt, "package_differs", "%s cannot be read", f.Name)
}

// compare compares the files with the manifest and returns them in its order.
func compare(m *Manifest, files []*zip.File) ([]member, error) {
	byPath := map[string]*zip.File{}
	for _, f := range files {
		byPath[f.Name] = f
	}
	delete(byPath, ManifestPath)
	var differ, missing, extra []string
	var members []member
	for _, listed := range m.Files {
		f := byPath[listed.Path]
		if f == nil {
			missing = append(missing, listed.Path)
			continue
		}
		delete(byPath, listed.Path)
		is, crc, err := packed(f)
		if err != nil {
			return nil, damaged(f, err)
		}
		if is != listed {
			differ = append(differ, listed.Path)
			continue
		}
		r, err := f.OpenRaw()
		if err != nil {
			return nil, damaged(f, err)
		}
		members = append(members, member{path: listed.Path, bytes: listed.Bytes, crc: crc, r: r})
	}
	for path := range byPath {
		extra = append(extra, path)
	}
	slices.Sort(extra)
	var said []string
	for _, s := range []struct {
		paths []string
		what  string
	}{{differ, "other than the manifest says"}, {missing, "missing"}, {extra, "not in the manifest"}} {
		if len(s.paths) > 0 {
			said = append(said, s.what+": "+named(s.paths))
		}
	}
	if len(said) > 0 {
		return nil, corrupt("the package differs; %s", strings.Join(said, "; "))
	}
	return members, nil
}

// packed describes a file of an archive.
func packed(f *zip.File) (Packed, uint32, error) {
	r, err := f.OpenRaw()
	if err != nil {
		return Packed{}, 0, err
	}
	digest, crc := sha256.New(), crc32.NewIEEE()
	n, err := io.Copy(io.MultiWriter(digest, crc), r)
	return Packed{Path: f.Name, Bytes: n, SHA256: hex.EncodeToString(digest.Sum(nil))}, crc.Sum32(), err
}

// named lists the first ten paths.
func named(paths []string) string {
	const most = 10
	text := strings.Join(paths[:min(most, len(paths))], ", ")
	if more := len(paths) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// compareWriter compares what is written to it with what is there.
type compareWriter struct {
	r    io.ReaderAt
	size int64
	at   int64
	was  []byte
}

func (c *compareWriter) Write(p []byte) (int, error) {
	c.was = slices.Grow(c.was[:0], len(p))[:len(p)]
	n, err := c.r.ReadAt(c.was, c.at)
	if n < len(p) && err != nil && err != io.EOF {
		return 0, fault.Wrap(err, fault.Unavailable, "package_read", "the package cannot be read")
	}
	for i := range p {
		if i >= n || c.was[i] != p[i] {
			return i, corrupt("every file is as the manifest says, but the archive is not as fairplay wrote it, from byte %d on: it was packed anew, or its list of members was changed", c.at+int64(i))
		}
	}
	c.at += int64(len(p))
	return len(p), nil
}
