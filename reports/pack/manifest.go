package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// ManifestPath is the path of the manifest in an archive; it comes first.
const ManifestPath = "manifest.json"

// format is the version of the form in which packages are written.
const format = 1

// Manifest says what a package is and which files it contains.
type Manifest struct {
	Format   int    `json:"format"`   // filled in by Write
	Kind     string `json:"kind"`     // of package: "norm_package"
	Event    string `json:"event"`    // name of the event, "" if it has none
	Program  string `json:"program"`  // that wrote the package
	Version  string `json:"version"`  // of the program
	Commit   string `json:"commit"`   // of its source, "" if the build does not know
	Modified bool   `json:"modified"` // the source had been changed since

	// Rules names the text that was applied, RulesFrom is the day from which that edition applies
	// (YYYY-MM-DD), and RulesStanding is a regulations.Standing: whether it was in force when the
	// event began.
	Rules         string `json:"rules"`
	RulesFrom     string `json:"rules_from"`
	RulesStanding string `json:"rules_standing"`

	Overridden *Override `json:"overridden,omitempty"` // left out where nothing lacks

	Files []Packed `json:"files"` // by path; filled in by Write

	// Log proves that the package was in the log of a service, as that service writes such proofs; left out for others.
	Log json.RawMessage `json:"log,omitempty"`
}

// Digest is the SHA-256, hexadecimal, of the manifest without Log: it stands for the whole package.
func (m Manifest) Digest() (string, error) {
	m.Log = nil
	text, err := m.text()
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// Override says why a package was made although something is missing.
type Override struct {
	Reason string   `json:"reason"`
	By     string   `json:"by,omitempty"` // who decided it, left out where not stated
	Lacks  []string `json:"lacks"`        // in words; never empty
}

// Packed is one file of a package.
type Packed struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// text returns the manifest as written in the archive.
func (m *Manifest) text() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(m)
	return b.Bytes(), err
}
