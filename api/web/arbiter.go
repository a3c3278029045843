package web

// arbiterPages returns the pages of an arbiter: facts, players, names and rounds of an
// event.
func arbiterPages() []page {
	return []page{
		{name: "facts", path: "/events/:event/facts", part: "overview", needs: []string{"changeEvent", "readLevel"}, show: showFacts,
			forms: []form{{do: changeFacts}, {path: "/level", do: unsaved}}},
		{name: "roster", path: "/events/:event/roster", part: "games", needs: []string{"readRoster", "listQuestions"}, show: showRoster,
			forms: []form{{needs: []string{"importRoster"}, do: takeRoster}, {path: "/games", needs: []string{"importRoster"}, do: takeRosterOfGames}}},
		{name: "entry", path: "/events/:event/roster/:number", part: "games", needs: []string{"readRoster", "putRosterPlayer"}, show: showEntry,
			forms: []form{{do: changeEntry}}},
		{name: "questions", path: "/events/:event/questions", part: "games", needs: []string{"listQuestions", "readRoster"}, show: showQuestions,
			forms: []form{{needs: []string{"answerQuestion"}, do: answerName}}},
		{name: "rounds", path: "/events/:event/rounds", part: "games", needs: []string{"readRounds"}, show: showRounds,
			forms: []form{{needs: []string{"planRounds"}, do: planRounds}}},
		{name: "round", path: "/events/:event/rounds/:round", part: "games", needs: []string{"readRound"}, show: showRound},
	}
}
