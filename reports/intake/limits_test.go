package intake

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	zstandard "github.com/klauspost/compress/zstd"

	"fairplay/analysis/fault"
)

func pack(t testing.TB, f wrapping, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&out)
	if f == zstd {
		z, err := zstandard.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type file struct {
	name string
	text []byte
}

func archive(t testing.TB, files ...file) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		w, err := z.Create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(f.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestLimitIsExact(t *testing.T) {
	text := bytes.Repeat([]byte("1. e4 "), 1000)
	for _, c := range []struct {
		limit int64
		code  string
		got   int
	}{{6000, "", 6000}, {5999, "unpack_limit", 5999}, {1, "unpack_limit", 1}} {
		for _, f := range []wrapping{gzipped, zstd} {
			got := all(t, Decode(bytes.NewReader(pack(t, f, text)), "upload", Limits{Bytes: c.limit}))
			expect(t, got, read{Name: "upload", Text: string(text[:c.got]), Code: c.code})
		}
	}
	expect(t, all(t, Decode(bytes.NewReader(text), "upload", Limits{Bytes: 1})), // not packed, not limited
		read{Name: "upload", Text: string(text)})
}

// One limit holds for all members together, and nothing is read after it.
func TestLimitOverAllMembers(t *testing.T) {
	text := bytes.Repeat([]byte("x"), 600)
	packed := archive(t, file{"c.pgn", text}, file{"a.pgn", text}, file{"b.pgn", text})
	expect(t, all(t, Decode(bytes.NewReader(packed), "upload", Limits{Bytes: 1000})),
		read{Name: "upload/a.pgn", Text: string(text)},
		read{Name: "upload/b.pgn", Text: string(text[:400]), Code: "unpack_limit"})
}

// Small files that unpack to gigabytes end at the limit without taking memory.
func TestBombs(t *testing.T) {
	much := bytes.Repeat([]byte("x"), 16<<20)
	once := pack(t, gzipped, much)
	for name, packed := range map[string][]byte{
		"gzip":         once,
		"gzip twice":   pack(t, gzipped, once),
		"zstd":         pack(t, zstd, much),
		"zip":          archive(t, file{"a.pgn", much}),
		"zip of gzips": archive(t, file{"a.pgn.gz", once}, file{"b.pgn.gz", once}),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var last error
			var total int64
			for part, err := range Decode(bytes.NewReader(packed), "upload", Limits{Bytes: 1 << 20}) {
				if err == nil {
					var n int64
					n, err = io.Copy(io.Discard, part)
					total += n
				}
				last = err
			}
			runtime.ReadMemStats(&after)
			if fault.KindOf(last) != fault.TooLarge || total > 1<<20 {
				t.Errorf("%d bytes, then %v", total, last)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 40<<20 {
				t.Errorf("%d MiB of memory", used>>20)
			}
		})
	}
}

// A stream may ask for a window of any size; this one asks for 2 TiB (RFC 8878, section
// 3.1.1.1.2: exponent 31).
func TestWindowOfAnySize(t *testing.T) {
	frame := "\x28\xb5\x2f\xfd" + "\x00" + "\xf8" + "\x01\x00\x00"
	for _, err := range Decode(strings.NewReader(frame), "upload", Limits{}) {
		if fault.KindOf(err) != fault.TooLarge {
			t.Errorf("error %v, want a too_large fault", err)
		}
	}
}

// An archive may name more files than fit into memory.
func TestListOfMembersIsBounded(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := range maxDirectory/(46+1000) + 1 {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%01000d.pgn", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, err := range Decode(&out, "upload", Limits{}) {
		if fault.KindOf(err) != fault.TooLarge {
			t.Errorf("error %v, want a too_large fault", err)
		}
	}
}

func TestArchiveLargerThanTheLimit(t *testing.T) {
	packed := archive(t, file{"a.pgn", []byte("text")})
	expect(t, all(t, Decode(bytes.NewReader(packed), "upload", Limits{Bytes: 10})), read{Name: "upload", Code: "unpack_limit"})
}

func TestLayers(t *testing.T) {
	text := []byte("1. e4 *")
	gz := pack(t, gzipped, text)
	inner := archive(t, file{"a.pgn.gz", gz})
	for _, c := range []struct {
		name   string
		packed []byte
		want   read
	}{
		{"twice", pack(t, zstd, gz), read{Name: "upload", Text: string(text)}},
		{"three times", pack(t, gzipped, pack(t, zstd, gz)), read{Name: "upload", Code: "packed_too_often"}},
		{"archive of an archive", archive(t, file{"in.pgn.zip", archive(t, file{"a.pgn", text})}),
			read{Name: "upload/in.pgn.zip/a.pgn", Text: string(text)}},
		{"archive of an archive of packed", archive(t, file{"in.pgn.zip", inner}),
			read{Name: "upload/in.pgn.zip/a.pgn.gz", Code: "packed_too_often"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, all(t, Decode(bytes.NewReader(c.packed), "upload", Limits{})), c.want)
		})
	}
}

// The text before the damage is read, and a damaged member does not harm its neighbours.
func TestDamage(t *testing.T) {
	text := []byte(strings.Repeat("[Event \"x\"]\n", 30000))
	for i := range text {
		text[i] ^= byte(i * i >> 9 & 3) // not too easy to pack
	}
	for _, f := range []wrapping{gzipped, zstd} {
		packed := pack(t, f, text)
		got := all(t, Decode(bytes.NewReader(packed[:len(packed)/2]), "upload", Limits{}))
		if len(got) != 1 || got[0].Code != "archive_damaged" || !bytes.HasPrefix(text, []byte(got[0].Text)) {
			t.Errorf("%s cut off: %d parts, %s", f, len(got), got[0].Code)
		}
		if f == gzipped && len(got[0].Text) == 0 {
			t.Error("nothing was read of the first half")
		}
		flipped := bytes.Clone(packed)
		flipped[len(flipped)-3] ^= 0xff
		if got := all(t, Decode(bytes.NewReader(flipped), "upload", Limits{})); got[0].Code != "archive_damaged" {
			t.Errorf("%s changed: %s", f, got[0].Code)
		}
	}
	stored := archive(t, file{"a.pgn", []byte("first")}, file{"b.pgn.gz", pack(t, gzipped, text)[:100]}, file{"c.pgn", []byte("third")})
	got := all(t, Decode(bytes.NewReader(stored), "upload", Limits{}))
	if len(got) != 3 || got[0].Text != "first" || got[1].Code != "archive_damaged" || got[2].Text != "third" {
		t.Errorf("%+v", got)
	}
	expect(t, all(t, Decode(bytes.NewReader(stored[:len(stored)-30]), "upload", Limits{})),
		read{Name: "upload", Code: "archive_damaged"})
}

func TestNamesCannotDisturbATerminal(t *testing.T) {
	packed := archive(t, file{"a\x1b[2J.pgn", []byte("x")})
	expect(t, all(t, Decode(bytes.NewReader(packed), "upload", Limits{})), read{Name: "upload/a�[2J.pgn", Text: "x"})
}

func FuzzDecode(f *testing.F) {
	gz := pack(f, gzipped, []byte("1. e4 *"))
	for _, seed := range [][]byte{nil, []byte("[Event"), gz, gz[:10], pack(f, zstd, gz), archive(f, file{"a.pgn", gz})} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		const limit = 1 << 16
		total := int64(0)
		for part, err := range Decode(bytes.NewReader(b), "upload", Limits{Bytes: limit}) {
			if err != nil {
				continue
			}
			n, err := io.Copy(io.Discard, part)
			if total += n; err != nil && fault.KindOf(err) == fault.Internal {
				t.Fatal(err)
			}
		}
		if total > max(limit, int64(len(b))) {
			t.Fatalf("%d bytes came out", total)
		}
	})
}
