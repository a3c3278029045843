package fit

import (
	"crypto/sha256"
	"encoding/binary"
)

// Part says what a game is used for: fitting or testing.
type Part string

// The parts. Games in Test take no part in any fit.
const (
	Train Part = "fit"
	Test  Part = "test"
)

// testShare is the share of events that go into the test part.
const testShare = 0.25

// PartOf returns the part of a game. The game may name it (tag CorpusPart, "fit" or "test");
// otherwise a hash of the event's name and year decides, three quarters of events for fit and one
// quarter for test (MODEL 7). All games of one event are in one part, so no player is tested on an
// event that the models were fitted to.
func PartOf(named string, event, date string) Part {
	switch p := Part(named); p {
	case Train, Test:
		return p
	}
	if eventHash(event, date) < testShare {
		return Test
	}
	return Train
}

// eventKey names an event of one year.
func eventKey(event, date string) string {
	if len(date) > 4 {
		date = date[:4]
	}
	return event + "|" + date
}

// eventHash spreads events evenly over [0, 1).
func eventHash(event, date string) float64 {
	sum := sha256.Sum256([]byte(eventKey(event, date)))
	return float64(binary.BigEndian.Uint64(sum[:8])>>11) / (1 << 53)
}
