package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports/pack"
	"fairplay/reports/store"
)

// verifyIfPackage proves a package; done reports whether the file is one.
func verifyIfPackage(p *config.Program, path string, others []string, logKey string) (done bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, nil // the report that it then is cannot be read, and that is said
	}
	defer f.Close()
	head := make([]byte, 4)
	if _, err := f.ReadAt(head, 0); err != nil || !pack.IsPackage(head) {
		return false, nil
	}
	if len(others) > 0 {
		return true, fault.New(fault.Invalid, "arguments", "a package is proved alone; verify the others by themselves")
	}
	at, err := f.Stat()
	if err != nil {
		return true, err
	}
	m, err := pack.Verify(f, at.Size())
	if err != nil {
		return true, err
	}
	whole, err := pipeline.NewDigestReader(f).Part(path)
	if err != nil {
		return true, fault.Wrap(err, fault.Unavailable, "no_file", "cannot read %s", path)
	}
	return true, proved(p, m, whole.SHA256, logKey)
}

// loggedAt says when, and in which log, the package was, if it proves that; a proof that does not fit is an error.
func loggedAt(m *pack.Manifest, logKey string) (string, error) {
	if m.Log == nil && logKey != "" {
		return "", fault.New(fault.Corrupt, "log_proof", "the package does not say that it was in the log of a service")
	}
	if m.Log == nil {
		return "", nil
	}
	digest, err := m.Digest()
	if err != nil {
		return "", err
	}
	return provedLog(m.Log, digest, logKey)
}

// provedLog says when, and in which log, a document with this SHA-256 was. A proof of another one is Corrupt, and so is one that
// is not signed with the key, "" for any.
func provedLog(text []byte, digest, logKey string) (string, error) {
	var proof store.LogProof
	if err := json.Unmarshal(text, &proof); err != nil {
		return "", fault.Wrap(err, fault.Corrupt, "log_proof", "the proof that it was in the log cannot be read")
	}
	c, err := proof.Verify(digest)
	if err != nil {
		return "", err
	}
	signed := "Whether the service signed that, --log-key shows."
	if logKey != "" {
		if err := c.Prove(logKey); err != nil {
			return "", err
		}
		signed = "The service signed that."
	}
	return fmt.Sprintf("It was in the log %s at seal %d, %s. %s\n", c.Origin, c.Seal, c.At.UTC().Format(time.RFC3339), signed), nil
}

// proved says which package was proved. Anybody may have written what the package says about
// itself, so only visible characters are shown.
func proved(p *config.Program, m *pack.Manifest, digest, logKey string) error {
	logged, err := loggedAt(m, logKey)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("identical\n%s of %q, made by %s %s: %d files, SHA-256 %s\n", m.Kind, m.Event, m.Program, m.Version, len(m.Files), digest)
	if o := m.Overridden; o != nil {
		text += fmt.Sprintf("It was made although something lacks (%d). Reason: %q", len(o.Lacks), o.Reason)
		if o.By != "" {
			text += fmt.Sprintf(", by %q", o.By)
		}
		text += "\n" + strings.Join(o.Lacks, "\n") + "\n"
	}
	text += logged
	_, err = io.WriteString(p.Stdout, strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text))
	return err
}
