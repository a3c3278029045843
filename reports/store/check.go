package store

// Checked is what Check has looked at.
type Checked struct {
	Uploads, Games, Recipes, Evaluations, Reports, Audit int

	// The last entry of the audit chain. Written down elsewhere from time to
	// time, it shows later whether the chain was made anew.
	Head     int64  // its Seq, 0 for an empty chain
	HeadHash []byte // its Hash

	Damages []Damage
}

// Damage is a stored piece that does not match its hash.
type Damage struct {
	What   string // "upload", "game", "recipe", "evaluation", "report" or "audit"
	ID     string // digest, place or number
	Reason string // in words
}

// CheckProgress says how far Check is.
type CheckProgress struct {
	What  string // as in Damage
	Done  int    // pieces of this kind
	Total int    // likewise
}

// BackedUp says what a backup holds.
type BackedUp struct {
	Tables, Rows int
	SHA256       string // of all lines before the last, hex
}
