package pack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"fairplay/analysis/fault"
)

// Limits of a package. They bound what must be read before anything about it is known.
const (
	mostFiles = 10_000
	mostBytes = 1 << 30
)

// Content is a file to be packed.
type Content struct {
	Path string // in the package, with "/" between folders
	Body []byte
}

// Write writes a package: its manifest, and the contents ordered by path. The order in which they
// are given does not matter. Paths that cannot be unpacked everywhere, and repeated paths, give a
// fault.Error of kind Invalid; more than 10 000 files or a gigabyte gives one of kind TooLarge.
// Nothing is written then. Any other error comes from the writer.
//
// A package that is to prove that it was in a log calls log with its Manifest.Digest and puts the answer into the
// manifest; a nil log, or an empty answer, leaves it out.
func Write(w io.Writer, m Manifest, contents []Content, log func(digest string) (json.RawMessage, error)) error {
	contents = slices.SortedFunc(slices.Values(contents), func(a, b Content) int { return strings.Compare(a.Path, b.Path) })
	seen, total := newNames(), int64(0)
	_ = seen.add(ManifestPath, fault.Invalid) // it comes first, so it cannot conflict
	m.Format, m.Files = format, make([]Packed, len(contents))
	members := make([]member, len(contents))
	for i, c := range contents {
		if err := seen.add(c.Path, fault.Invalid); err != nil {
			return err
		}
		digest := sha256.Sum256(c.Body)
		m.Files[i] = Packed{Path: c.Path, Bytes: int64(len(c.Body)), SHA256: hex.EncodeToString(digest[:])}
		members[i] = member{path: c.Path, bytes: int64(len(c.Body)), crc: crc32.ChecksumIEEE(c.Body), r: bytes.NewReader(c.Body)}
		total += int64(len(c.Body))
	}
	if len(contents) > mostFiles || total > mostBytes {
		return fault.New(fault.TooLarge, "package_limit", "a package holds at most %d files and %d MiB in all", mostFiles, mostBytes>>20)
	}
	if log != nil {
		digest, err := m.Digest()
		if err == nil {
			m.Log, err = log(digest)
		}
		if err != nil {
			return err
		}
	}
	text, err := m.text()
	if err != nil {
		return err
	}
	list := member{path: ManifestPath, bytes: int64(len(text)), crc: crc32.ChecksumIEEE(text), r: bytes.NewReader(text)}
	return writeArchive(w, append([]member{list}, members...))
}

// member is a file on its way into an archive.
type member struct {
	path  string
	bytes int64
	crc   uint32
	r     io.Reader
}

// writeArchive writes members unchanged, in their order.
func writeArchive(w io.Writer, members []member) error {
	out := zip.NewWriter(w)
	for _, m := range members {
		to, err := out.CreateRaw(header(m))
		if err != nil {
			return err
		}
		if _, err := io.Copy(to, m.r); err != nil {
			return err
		}
	}
	return out.Close()
}

// header returns the archive's entry for a file. All files have the first date that the format
// knows, 1 January 1980, and can be read and written by their owner and read by others.
func header(m member) *zip.FileHeader {
	const (
		unix    = 3 << 8 // made on a system with Unix modes
		version = 20     // of the format
		utf8    = 1 << 11
		first   = 1<<5 | 1
	)
	h := &zip.FileHeader{
		Name: m.path, Method: zip.Store, Flags: utf8, CreatorVersion: unix | version, ReaderVersion: version,
		CRC32: m.crc, CompressedSize64: uint64(m.bytes), UncompressedSize64: uint64(m.bytes), ExternalAttrs: 0o100644 << 16,
	}
	//lint:ignore SA1019 the field beside it would write the time twice, the second time in the form of Unix
	h.ModifiedDate = first
	return h
}
