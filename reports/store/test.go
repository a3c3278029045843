package store

import (
	"encoding/json"
	"time"
)

// Test is a request for a statistical test and, once there, its report.
type Test struct {
	Seq     int64  // number within its event, from 1
	ID      string // 16 random bytes, hex
	Event   string
	Kind    string
	Request json.RawMessage
	Group   string // of the tasks that it waits for
	Report  string // ID, empty until there is one
	Created time.Time
	Token   string // ID of the token that asked for it
}
