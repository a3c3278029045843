package pgn

import "strings"

// knownTags returns the names of tags that the program uses, as the PGN standard and most
// programs write them.
func knownTags() []string {
	return append(sevenTags(), "FEN", "SetUp", "Variant", "TimeControl", "Termination", "EventDate", "EventType", "UTCDate", "Board", "ECO",
		"WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteFideId", "BlackFideId", "WhiteTeam", "BlackTeam",
		"WhiteFed", "BlackFed", "WhiteFederation", "BlackFederation", "WhiteCountry", "BlackCountry",
		"WhiteNationality", "BlackNationality", "BroadcastName", "StudyName", "CorpusId", "CorpusPart")
}

// canonical returns the usual spelling of a known tag name in any case ("WHITE",
// "WhiteFIDEId"), and any other name unchanged.
func canonical(name string) string {
	switch name {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "ECO", "EventDate", "Opening", "Variation",
		"WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle", "WhiteFideId", "BlackFideId", "TimeControl":
		return name
	}
	for _, known := range knownTags() {
		if strings.EqualFold(name, known) {
			return known
		}
	}
	return name
}

// isFederation reports whether a tag names the country of a player.
func isFederation(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "White"), "Black")
	return name == "Fed" || name == "Federation" || name == "Country" || name == "Nationality"
}
