package pack_test

import (
	"archive/zip"
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports/pack"
)

func contents() []pack.Content {
	return []pack.Content{
		{Path: "games.pgn", Body: []byte("[Event \"A\"]\n\n1. e4 *\n")},
		{Path: "tournament/received.trf", Body: []byte("012 A\r\n")},
		{Path: "empty.csv"},
		{Path: "Протокол.txt", Body: []byte("да")},
	}
}

func manifest() pack.Manifest {
	return pack.Manifest{
		Kind: "norm_package", Event: "A <&> Б", Program: "fairplay", Version: "0.1.0",
		Overridden: &pack.Override{Reason: "the board was not recorded", Lacks: []string{"round 1, board 2"}},
	}
}

func written(t *testing.T, contents []pack.Content) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pack.Write(&b, manifest(), contents, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func verify(b []byte) (*pack.Manifest, error) { return pack.Verify(bytes.NewReader(b), int64(len(b))) }

func TestWrittenAndVerified(t *testing.T) {
	all := contents()
	first := written(t, all)
	if !pack.IsPackage(first) {
		t.Error("it does not begin like a package")
	}
	slices.Reverse(all)
	if !bytes.Equal(first, written(t, all)) {
		t.Error("the order in which files are given changes the bytes")
	}
	m, err := verify(first)
	if err != nil {
		t.Fatal(err)
	}
	if m.Event != "A <&> Б" || m.Overridden.Lacks[0] != "round 1, board 2" || len(m.Files) != 4 || m.Files[1].Path != "games.pgn" || m.Files[1].Bytes != 21 {
		t.Errorf("the manifest says %+v", m)
	}
	// Other programs can read it.
	archive, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"manifest.json", "empty.csv", "games.pgn", "tournament/received.trf", "Протокол.txt"} {
		f := archive.File[i]
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var body bytes.Buffer
		if _, err := body.ReadFrom(r); err != nil || f.Name != want || f.Modified.Year() != 1980 || f.Mode().Perm() != 0o644 {
			t.Errorf("%s of %v, mode %v, want %s: %v", f.Name, f.Modified, f.Mode(), want, err)
		}
	}
}

// Whatever byte is changed, added or taken away, it is found.
func TestEveryByteCounts(t *testing.T) {
	whole := written(t, contents())
	refused := func(what string, at int, b []byte) {
		t.Helper()
		if m, err := verify(b); fault.KindOf(err) != fault.Corrupt && fault.KindOf(err) != fault.Unprocessable || m != nil {
			t.Errorf("byte %d of %d %s: %v", at, len(whole), what, err)
		}
	}
	for at := range whole {
		changed := bytes.Clone(whole)
		changed[at] ^= 1 << rand.IntN(8)
		refused("is changed", at, changed)
		refused("is the last", at, whole[:at])
		refused("comes before an added one", at, slices.Insert(bytes.Clone(whole), at, byte(rand.IntN(256))))
	}
	refused("is followed by another", len(whole), append(bytes.Clone(whole), 0))
}

// packed makes an archive with Go's own means.
func packed(t *testing.T, method uint16, bodies ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(bodies); i += 2 {
		to, err := w.CreateHeader(&zip.FileHeader{Name: bodies[i], Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(bodies[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpacked reads an archive back, as name, body, name, body.
func unpacked(t *testing.T, b []byte) (all []string) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var body bytes.Buffer
		if _, err := body.ReadFrom(r); err != nil {
			t.Fatal(err)
		}
		all = append(all, f.Name, body.String())
	}
	return all
}

func TestWhatDiffersIsNamed(t *testing.T) {
	whole := written(t, contents())
	was := unpacked(t, whole) // manifest.json, empty.csv, games.pgn, tournament/received.trf, Протокол.txt
	with := func(i int, text string) []string {
		changed := slices.Clone(was)
		changed[i] = text
		return changed
	}
	for _, c := range []struct {
		name, says string
		archive    []byte
	}{
		{"a game", "games.pgn", bytes.Replace(bytes.Clone(whole), []byte("1. e4"), []byte("1. d4"), 1)},
		{"two files", "other than the manifest says: games.pgn, Протокол.txt", nil},
		{"missing", "missing: empty.csv", packed(t, zip.Store, append(slices.Clone(was[:2]), was[4:]...)...)},
		{"extra", "not in the manifest: more.txt", packed(t, zip.Store, append(slices.Clone(was), "more.txt", "x")...)},
		{"renamed", "missing: empty.csv; not in the manifest: void.csv", packed(t, zip.Store, with(2, "void.csv")...)},
		{"no manifest", "no manifest.json", packed(t, zip.Store, was[2:]...)},
		{"manifest", "manifest.json differs", packed(t, zip.Store, with(1, strings.Replace(was[1], `"format": 1,`, `"format": 1, "more": 2,`, 1))...)},
		{"no JSON", "manifest.json differs", packed(t, zip.Store, with(1, "no list")...)},
		{"packed anew", "packed anew", packed(t, zip.Store, was...)},
		{"compressed", `"manifest.json" is compressed`, packed(t, zip.Deflate, was...)},
		{"twice", `"Games.pgn" is in the package twice`, packed(t, zip.Store, append(slices.Clone(was), "Games.pgn", "x")...)},
		{"upwards", `"../x" is not a path below`, packed(t, zip.Store, append(slices.Clone(was), "../x", "x")...)},
		{"absolute", `"/x" is not a path below`, packed(t, zip.Store, append(slices.Clone(was), "/x", "x")...)},
		{"drive", `"C:x" has letters that not every system allows`, packed(t, zip.Store, append(slices.Clone(was), "C:x", "x")...)},
		{"folder", `is not a path below`, packed(t, zip.Store, append(slices.Clone(was), "x/", "")...)},
		{"comment", "does not end as fairplay writes it", append(bytes.Clone(whole[:len(whole)-2]), 1, 0, 'x')},
		{"nothing", "does not end", nil},
	} {
		if c.name == "two files" {
			c.archive = bytes.Replace(bytes.Replace(bytes.Clone(whole), []byte("да"), []byte("нн"), 1), []byte("1. e4"), []byte("1. d4"), 1)
		}
		if _, err := verify(c.archive); fault.KindOf(err) != fault.Corrupt || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	later := packed(t, zip.Store, with(1, strings.Replace(was[1], `"format": 1`, `"format": 2`, 1))...)
	if _, err := verify(later); fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), "form 2") {
		t.Errorf("a later form: %v", err)
	}
}

func TestPathsThatCannotBePacked(t *testing.T) {
	for _, path := range []string{
		"", ".", "/x", "../x", "a/../b", "a//b", "a/", `a\b`, "a:b", "x?", "a\x00", "a\nb", "a\u202eb", "dot.", "a ", "manifest.json", "MANIFEST.json",
		strings.Repeat("x", 201), "GAMES.pgn", "games.pgn/x", "tournament",
	} {
		var b bytes.Buffer
		if err := pack.Write(&b, manifest(), append(contents(), pack.Content{Path: path}), nil); fault.KindOf(err) != fault.Invalid || b.Len() > 0 {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// What an archive claims of sizes is not believed: nothing is unpacked, and no memory is taken for it.
func TestBombs(t *testing.T) {
	whole := written(t, contents())
	list := bytes.Index(whole, []byte("PK\x01\x02")) // of members; sizes stand from byte 20 on, the offset at 42
	second := list + 1 + bytes.Index(whole[list+1:], []byte("PK\x01\x02"))
	for name, change := range map[string]func(b []byte){
		"four gigabytes": func(b []byte) { copy(b[list+20:], "\xfe\xff\xff\xff\xfe\xff\xff\xff") },
		"ZIP64":          func(b []byte) { copy(b[list+20:], "\xff\xff\xff\xff\xff\xff\xff\xff") },
		"one over another": func(b []byte) {
			copy(b[second+16:second+28], b[list+16:list+28])
			copy(b[second+42:second+46], b[list+42:list+46])
		},
		"a list of four gigabytes": func(b []byte) { copy(b[len(b)-10:], "\xff\xff\xff\xff") },
	} {
		bomb := bytes.Clone(whole)
		change(bomb)
		if _, err := verify(bomb); fault.KindOf(err) != fault.Corrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := pack.Verify(bytes.NewReader(nil), 1<<40); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("a terabyte: %v", err)
	}
}

func FuzzVerify(f *testing.F) {
	var b bytes.Buffer
	if err := pack.Write(&b, manifest(), contents(), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, archive []byte) {
		m, err := verify(archive)
		switch kind := fault.KindOf(err); {
		case err == nil:
			all := unpacked(t, archive)
			var again bytes.Buffer
			var files []pack.Content
			for i := 2; i < len(all); i += 2 {
				files = append(files, pack.Content{Path: all[i], Body: []byte(all[i+1])})
			}
			if err := pack.Write(&again, *m, files, nil); err != nil || !bytes.Equal(again.Bytes(), archive) {
				t.Errorf("it is proved, but not as it would be written: %v", err)
			}
		case kind != fault.Corrupt && kind != fault.Unprocessable:
			t.Error(err)
		}
	})
}
