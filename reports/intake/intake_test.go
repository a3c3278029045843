package intake

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis/fault"
)

const shelf = "../../testdata/intake"

// read is the result of one part: its text as far as it could be read, the code of the error
// that came instead or at the end, or the reason for which it was skipped.
type read struct{ Name, Text, Code, Skipped string }

// all reads all parts of an iterator.
func all(t testing.TB, parts func(func(Stream, error) bool)) []read {
	t.Helper()
	var got []read
	for part, err := range parts {
		r := read{Name: part.Name, Skipped: part.Skipped}
		if err == nil {
			var text []byte
			text, err = io.ReadAll(part)
			r.Text = string(text)
		}
		if err != nil {
			e, ok := errors.AsType[*fault.Error](err)
			if !ok {
				t.Fatalf("%s: %v is not a fault", part.Name, err)
			}
			r.Code = e.Code
			if name, _, _ := strings.Cut(part.Name, "/"); !strings.Contains(e.Msg, name) {
				t.Errorf("the message %q does not name %s", e.Msg, part.Name)
			}
		}
		got = append(got, r)
	}
	return got
}

func expect(t testing.TB, got []read, want ...read) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func content(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestWhatProgramsPacked(t *testing.T) {
	text := string(content(t, filepath.Join(shelf, "two-games.pgn")))
	for _, c := range []struct {
		file    string
		members []string
	}{
		{"two-games.pgn", []string{""}},
		{"two-games.pgn.gz", []string{""}},
		{"two-games.pgn.zst", []string{""}},
		{"two-games.pgn.bz2", []string{""}},
		{"two-games.zip", []string{"/two-games.pgn", "/two-games.pgn.zst"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			path := filepath.Join(shelf, c.file)
			parts := func(name string) (want []read) {
				for _, m := range c.members {
					want = append(want, read{Name: name + m, Text: text})
				}
				return want
			}
			expect(t, all(t, Open(path, nil, Limits{})), parts(path)...)
			packed := content(t, path)
			expect(t, all(t, Decode(bytes.NewReader(packed), "upload", Limits{})), parts("upload")...)
			expect(t, all(t, Open("-", bytes.NewReader(packed), Limits{})), parts("-")...)
		})
	}
}

func TestWhatIsNotRead(t *testing.T) {
	for _, c := range []struct{ file, name, code string }{
		{"two-games.pgn.xz", "two-games.pgn.xz", "unknown_form"},
		{"locked.zip", "locked.zip/two-games.pgn", "archive_encrypted"},
	} {
		path := filepath.Join(shelf, c.file)
		expect(t, all(t, Open(path, nil, Limits{})), read{Name: filepath.Join(shelf, c.name), Code: c.code})
	}
	expect(t, all(t, Decode(strings.NewReader("\x00\x01\x02"), "games.pgn.gz", Limits{})),
		read{Name: "games.pgn.gz", Code: "archive_damaged"})
	expect(t, all(t, Decode(strings.NewReader(strings.Repeat("x", 257)+"ustar\x00"), "games.tar", Limits{})),
		read{Name: "games.tar", Code: "unknown_form"})
}

func TestEmptyInputIsAnEmptyPart(t *testing.T) {
	expect(t, all(t, Decode(strings.NewReader(""), "upload", Limits{})), read{Name: "upload"})
}

func TestTextInUTF16IsNotTakenForDamage(t *testing.T) {
	text := "\xff\xfe[\x00E\x00"
	expect(t, all(t, Decode(strings.NewReader(text), "games.pgn.gz", Limits{})), read{Name: "games.pgn.gz", Text: text})
	unmarked := "[\x00E\x00v\x00e\x00n\x00t\x00 \x00\"\x00A\x00\"\x00]\x00"
	expect(t, all(t, Decode(strings.NewReader(unmarked), "games.pgn", Limits{})), read{Name: "games.pgn", Text: unmarked})
	unmarked = "\n\x00d\x00e\x00a\x00r\x00 \x00a\x00r\x00b\x00i\x00t\x00e\x00r\x00"
	expect(t, all(t, Decode(strings.NewReader(unmarked), "games.pgn", Limits{})), read{Name: "games.pgn", Text: unmarked})
}

func TestMissingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent.pgn")
	for _, err := range Open(path, nil, Limits{}) {
		if fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), path) {
			t.Error(err)
		}
	}
}

func TestFailingInput(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("[Event "), failingReader{})
	expect(t, all(t, Decode(broken, "upload", Limits{})), read{Name: "upload", Text: "[Event ", Code: "file_unreadable"})
	expect(t, all(t, Decode(failingReader{}, "upload", Limits{})), read{Name: "upload", Code: "file_unreadable"})
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }
