package web_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPagesAskNoServer proves that pages call services, and send no request to any server, their own included.
func TestPagesAskNoServer(t *testing.T) {
	sends := regexp.MustCompile(`http\.(NewRequest|Get|Post|Head|DefaultClient|Client\b)|\bServeHTTP\(|httptest\.`)
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := sends.Find(text); found != nil {
			t.Errorf("%s has %s", name, found)
		}
	}
}
