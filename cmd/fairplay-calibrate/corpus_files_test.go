package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// A file of the corpus is never changed: whoever fits again must find what a calibration was fitted on, and each version
// of a large file stays in the history for ever. Further files are named by their content; those from before have their
// SHA-256 here.
func TestCorpusFilesNeverChange(t *testing.T) {
	first := map[string]string{
		"assist-full.jsonl.zst":                     "0c745f881e42b76315564b5988c92bbc1c91cb24c25e5faec5894c139c94462f",
		"assist-quick.jsonl.zst":                    "35a88fe1bd399e0ee86a8c50fe12705c7cca78f4753148bbda9ba6a3183b3ebb",
		"evaluations-full.zst":                      "60c857cae546e8d9514542f7bd51df8a0888bd1db3fb79ebdc9ee11adf09ab18",
		"evaluations-modern-2026-11-23-2.jsonl.zst": "65cc054dae3e93bf0a493102e74720074168893a13b9f48bbd2228c07437616b",
		"evaluations-modern-2026-11-23.jsonl.zst":   "7f92ebbc2c28f772180ba20a7752b684a8c0511c2dce2653de599983ecb3a29b",
		"evaluations-quick.zst":                     "f4b18e61ce7480c927277500da5c122a8112157dd777843d2807db349eeb6554",
		"evaluations-second.zst":                    "4351fc4febfe7ccfe112feeab971568038755e361c004d9b004d761636d178d6",
		"games-full.pgn.zst":                        "947915ca2691a5773e4d87097e50a4122362e01bd0d3db6e684eac317c3ef8c0",
		"games-quick.pgn.zst":                       "1100885e11ed1888848c3bf282568833897915ebc87e07b521501d2d47f752c4",
		"games-second.pgn.zst":                      "6ecbab9420254ed0db7ace99b24034a2271ee6872a04ce285907b77ec14ba0ba",
		"assist-modern.jsonl.zst":                   "c9829635ae086ab071a8ed09272544f8fee4c27501f0202d5712433b0cd478ba",
		"evaluations-modern.zst":                    "62e3a987cbd3c050075958fdf9733d936d89e93f0131e7a9f976cbf988f461a4",
		"games-modern.pgn.zst":                      "997effd2bc3fe43276c07f70c176624b9d8691e93c2b5508669bc1be7fbe4e2a",
	}
	further := regexp.MustCompile(`-([0-9a-f]{12})\.[a-z.]+$`)
	files, err := filepath.Glob("../../testdata/corpus/*.zst")
	if err != nil || len(files) < len(first) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	helpers, err := filepath.Glob("../../testdata/benchmark/*.zst")
	if err != nil || len(helpers) == 0 {
		t.Fatalf("no moves of helpers, %v", err)
	}
	for _, file := range append(files, helpers...) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		digest, name := hex.EncodeToString(sum[:]), filepath.Base(file)
		want, known := first[name]
		if named := further.FindStringSubmatch(name); !known && named != nil {
			want, digest = named[1], digest[:len(named[1])]
		}
		if want != digest {
			t.Errorf("%s has the SHA-256 %s; a changed or new file is named by its content: NAME-%s", name, digest, digest[:digestLen])
		}
	}
}
