package intake

import (
	"path"
	"strings"
	"unicode"
)

// wrapping is how input is packed; its value is what people call it.
type wrapping string

const (
	plain   wrapping = ""
	gzipped wrapping = "gzip"
	zstd    wrapping = "Zstandard"
	bzipped wrapping = "bzip2"
	zipped  wrapping = "zip"
)

// promised returns the form that the ending of a name stands for.
func promised(name string) wrapping {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz":
		return gzipped
	case ".zst":
		return zstd
	case ".bz2":
		return bzipped
	case ".zip":
		return zipped
	}
	return plain
}

// MayBePGN reports whether a name promises games: PGN, or anything that is packed.
func MayBePGN(name string) bool {
	return promised(name) != plain || strings.EqualFold(path.Ext(name), ".pgn")
}

// namesPGN reports whether the name of a file in a folder or archive promises PGN, packed or not.
// If such a file is not PGN, that is an error.
func namesPGN(name string) bool {
	name = strings.ToLower(path.Base(name))
	if promised(name) != plain {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return path.Ext(name) == ".pgn"
}

// hidden returns the hidden file or folder that a path leads to or through, "" if there is
// none. Hidden is what begins with a dot, and what macOS adds to archives.
func hidden(name string) string {
	for i := 0; i < len(name); {
		part, _, _ := strings.Cut(name[i:], "/")
		if part == "__MACOSX" || strings.HasPrefix(part, ".") && strings.Trim(part, ".") != "" {
			return name[:i+len(part)]
		}
		i += len(part) + 1
	}
	return ""
}

// printable replaces characters that would disturb a terminal.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
}
