package pack

import (
	"io/fs"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// longestPath is the greatest length of a path in a package, in characters. Windows unpacks 260
// including the folder.
const longestPath = 200

// pathFault says what is wrong with a path, "" if nothing is. A package can be unpacked on every
// system into a folder of its own: paths are relative, have no part "..", and no character that
// Windows refuses.
func pathFault(path string) string {
	switch {
	case !fs.ValidPath(path) || path == ".":
		return "is not a path below the folder of the package"
	case !analysis.IsText(path, longestPath):
		return "is too long, or has letters that cannot be seen"
	case strings.ContainsAny(path, `\:*?"<>|`):
		return "has letters that not every system allows"
	}
	for part := range strings.SplitSeq(path, "/") {
		if strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") {
			return "has a part that ends with a dot or a space"
		}
	}
	return ""
}

// pathNames holds the paths of a package as seen by systems that ignore case.
type pathNames struct{ files, folders map[string]bool }

func newNames() *pathNames { return &pathNames{map[string]bool{}, map[string]bool{}} }

// add adds a path. It is refused if it conflicts with an earlier one.
func (p *pathNames) add(path string, kind fault.Kind) error {
	if reason := pathFault(path); reason != "" {
		return fault.New(kind, "package_path", "%q %s", path, reason)
	}
	name := strings.ToLower(path)
	clash := p.files[name] || p.folders[name]
	p.files[name] = true
	for at := strings.LastIndexByte(name, '/'); at > 0; at = strings.LastIndexByte(name[:at], '/') {
		clash = clash || p.files[name[:at]]
		p.folders[name[:at]] = true
	}
	if clash {
		return fault.New(kind, "package_path", "%q is in the package twice, or is a file and a folder", path)
	}
	return nil
}
