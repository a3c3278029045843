package complaint

import (
	"encoding/json"
	"time"
)

// Entry is one line of the history of a case. Nothing in it is ever changed. Its body names people and is sealed
// with a key of the case; everything else stays readable when the key is destroyed.
type Entry struct {
	Seq    int64           // from 1, without gaps, within the case
	Kind   EntryKind       // what happened
	State  State           // of the case from here on
	At     time.Time       // by the clock of the server, to the microsecond
	By     string          // ID of the token of whoever wrote it
	Body   json.RawMessage // of the type that Kind names; nil once the case is erased
	Digest string          // SHA-256 over all of the above, the body as sealed, and the digest of the entry before; hex
}

// EntryKind says what happened in a case, and so which type the body of the entry has.
type EntryKind string

// State is where a case stands.
type State string
