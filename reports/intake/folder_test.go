package intake

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mixture returns what a folder or an archive may hold: the files, in the order of their names,
// and the expected result of each.
func mixture(t *testing.T) (files []file, want []read) {
	const game = "[Event \"A\"]\n\n1. e4 *\n"
	jpeg := []byte("\xff\xd8\xff\xe0\x00\x10JFIF")
	for _, f := range []struct {
		name string
		text []byte
		want read
	}{
		{".DS_Store", []byte("\x00\x00\x00\x01Bud1"), read{Skipped: "a hidden file"}},
		{"ROUND5", []byte(game), read{Text: game}},
		{"a-broken.zst", []byte("\x00\x01"), read{Code: "archive_damaged"}},
		{"empty.pgn", nil, read{}},
		{"empty.txt", nil, read{Skipped: "an empty file"}},
		{"letter.doc", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00"), read{Skipped: "a document of Microsoft Office (Word or Excel, old form)"}},
		{"letter.docx", archive(t, file{"[Content_Types].xml", []byte("<?xml")}, file{"word/document.xml", []byte("<?xml")}),
			read{Skipped: "a document of Microsoft Office (Word, Excel or the like)"}},
		{"letter.odt", archive(t, file{"mimetype", []byte("application/vnd.oasis.opendocument.text")}),
			read{Skipped: "a document of LibreOffice or another office program"}},
		{"letter.pgn", []byte(`{\rtf1\ansi 1. e4 e5}`), read{Code: "unknown_form"}},
		{"letter.rtf", []byte(`{\rtf1\ansi 1. e4 e5}`), read{Skipped: "a document of a word processor (RTF)"}},
		{"page.htm", []byte("\n<!DOCTYPE HTML><p>[Event \"A\"]"), read{Skipped: "a web page (HTML)"}},
		{"page.pgn", []byte("<html>[Event \"A\"]"), read{Code: "unknown_form"}},
		{"photo.jpg", jpeg, read{Skipped: "an image (JPEG)"}},
		{"photo.jpg.gz", pack(t, gzipped, jpeg), read{Skipped: "an image (JPEG)"}},
		{"photo.pgn", jpeg, read{Code: "unknown_form"}},
		{"program.bin", []byte("\x7fELF\x02\x00"), read{Skipped: "not text"}},
		{"program.pgn", []byte("\x7fELF\x02\x00"), read{Code: "unknown_form"}},
		{"readme.pgn", []byte("no games"), read{Text: "no games"}},
		{"readme.txt", []byte("no games"), read{Skipped: "text without tags or moves at its beginning"}},
		{"round1.pgn", []byte(game), read{Text: game}},
		{"round2.zst", pack(t, zstd, []byte(game)), read{Text: game}},
		{"round3.zip", archive(t, file{"a.pgn", []byte(game)}), read{Name: "/a.pgn", Text: game}},
		{"round4.txt", []byte("Ivanov - Petrov\n1.e4 e5 *"), read{Text: "Ivanov - Petrov\n1.e4 e5 *"}},
		{"rules.pdf", []byte("%PDF-1.4"), read{Skipped: "a PDF document"}},
		{"wide.txt", []byte("\xff\xfe[\x00A\x00 \x00\"\x00"), read{Text: "\xff\xfe[\x00A\x00 \x00\"\x00"}},
		{"x.7z", []byte("7z\xbc\xaf\x27\x1c"), read{Code: "unknown_form"}},
	} {
		files = append(files, file{f.name, f.text})
		f.want.Name = f.name + f.want.Name // a member's name follows its archive's
		want = append(want, f.want)
	}
	return files, want
}

func save(t *testing.T, folder, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Every file in a folder is read, refused or named as skipped.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	expect(t, all(t, Open(folder, nil, Limits{})), read{Name: folder, Code: "no_pgn"})
	files, want := mixture(t)
	for i, f := range files {
		save(t, folder, f.name, f.text)
		want[i].Name = filepath.Join(folder, want[i].Name)
	}
	expect(t, all(t, Open(folder, nil, Limits{})), want...)
}

func TestArchive(t *testing.T) {
	files, want := mixture(t)
	for i := range want {
		want[i].Name = "upload/" + want[i].Name
	}
	want[0].Skipped = "a hidden file or folder"
	expect(t, all(t, Decode(bytes.NewReader(archive(t, files...)), "upload", Limits{})), want...)
}

func TestWhatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	within := func(name string) string { return filepath.Join(folder, name) }
	save(t, folder, "b.pgn", []byte("1. e4 *"))
	if err := os.Mkdir(within("old.pgn"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"a.txt": "nowhere", "c.pgn": "nowhere", "loop.pgn": folder, "z.txt": within("b.pgn")} {
		if err := os.Symlink(to, within(link)); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, all(t, Open(folder, nil, Limits{})),
		read{Name: within("a.txt"), Skipped: "a link to nowhere"},
		read{Name: within("b.pgn"), Text: "1. e4 *"},
		read{Name: within("c.pgn"), Code: "file_unreadable"},
		read{Name: within("loop.pgn"), Skipped: "a folder within the folder"},
		read{Name: within("old.pgn"), Skipped: "a folder within the folder"},
		read{Name: within("z.txt"), Text: "1. e4 *"})
}

func TestLoopIsLeft(t *testing.T) {
	folder := t.TempDir()
	save(t, folder, "a.txt", []byte("no games"))
	save(t, folder, "b.pgn", []byte("1. e4 *"))
	for _, until := range []string{"a.txt", "b.pgn"} {
		last := ""
		for part := range Open(folder, nil, Limits{}) {
			if last = filepath.Base(part.Name); last == until {
				break // the others are not wanted, and not opened
			}
		}
		if last != until {
			t.Errorf("the loop ends with %s, want %s", last, until)
		}
	}
}

// Hidden folders are named once, at any depth.
func TestHiddenMembers(t *testing.T) {
	packed := archive(t, file{"a/.git/x.pgn", nil}, file{"a/.git/y.pgn", nil}, file{"../b.pgn", []byte("1. e4 *")},
		file{"__MACOSX/._b.pgn", nil}, file{"__MACOSX/a/._c.pgn", nil}, file{"a/", nil})
	expect(t, all(t, Decode(bytes.NewReader(packed), "upload", Limits{})),
		read{Name: "upload/../b.pgn", Text: "1. e4 *"},
		read{Name: "upload/__MACOSX", Skipped: "a hidden file or folder"},
		read{Name: "upload/a/.git", Skipped: "a hidden file or folder"})
}

func TestNothingToRead(t *testing.T) {
	readme := file{"readme.txt", []byte("no games")}
	skipped := read{Name: "upload/readme.txt", Skipped: "text without tags or moves at its beginning"}
	none := read{Name: "upload", Code: "no_pgn"}
	expect(t, all(t, Decode(bytes.NewReader(archive(t)), "upload", Limits{})), none)
	expect(t, all(t, Decode(bytes.NewReader(archive(t, readme)), "upload", Limits{})), skipped, none)
	expect(t, all(t, Decode(bytes.NewReader(archive(t, file{"in.zip", archive(t)}, readme)), "upload", Limits{})),
		read{Name: "upload/in.zip", Skipped: "an archive without PGN"}, skipped, none)
	for name, text := range map[string]string{"page.html": "<html>", "letter.rtf": `{\rtf1`, "photo.png": "\x89PNG\r\n"} {
		expect(t, all(t, Decode(strings.NewReader(text), name, Limits{})), read{Name: name, Code: "unknown_form"})
	}
}

// If very many files are skipped, not every one is named.
func TestManySkipped(t *testing.T) {
	var files []file
	for i := range maxSkipped + 50 {
		files = append(files, file{fmt.Sprintf("%03d.txt", i), []byte("no games")})
	}
	files = append(files, file{"a.pgn", []byte("1. e4 *")})
	got := all(t, Decode(bytes.NewReader(archive(t, files...)), "upload", Limits{}))
	if len(got) != maxSkipped+2 {
		t.Fatalf("%d parts", len(got))
	}
	expect(t, got[maxSkipped:], read{Name: "upload/a.pgn", Text: "1. e4 *"},
		read{Name: "upload/149.txt", Skipped: "the last of 50 more files that are not PGN"})
}
