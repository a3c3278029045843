package intake

import (
	"bytes"
	"os"
	"testing"
)

// A temporary copy of an archive has no name while it is read, so that a program that is killed
// leaves no games behind.
func TestSpooledArchiveGoesWithItsProcess(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	parts := 0
	for part, err := range Decode(bytes.NewReader(archive(t, file{"a.pgn", []byte("1. e4 *\n")})), "upload", Limits{}) {
		if err != nil {
			t.Fatal(part.Name, err)
		}
		left, err := os.ReadDir(folder)
		if err != nil || len(left) > 0 {
			t.Errorf("while it is read: %v, %v", left, err)
		}
		parts++
	}
	if parts != 1 {
		t.Errorf("%d parts", parts)
	}
}
