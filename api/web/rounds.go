package web

import (
	"context"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports"
	"fairplay/reports/access"
	"fairplay/reports/tournament"
)

// roundsContent is when rounds are played, and what is there of each.
type roundsContent struct {
	Rounds   reports.EventRounds
	Rows     []roundRow
	Dated    bool        // days are known
	Planned  []roundPlan // the form
	MayPlan  bool
	MayState bool
	Changed  bool // somebody has stated another schedule since the form was opened
}

// roundRow is a round with what is there of it; Coverage is nil if nobody can say.
type roundRow struct {
	reports.PlannedRound
	Coverage *tournament.RoundCoverage
}

// roundPlan is one round in the form of the schedule, in the time of the event.
type roundPlan struct {
	Round           int
	Day, Start, End string
	Now             string // what is stored, where that is not what was typed and somebody else has stated it
}

func showRounds(v *visit) (any, error) {
	rounds, err := ask(v, "readRounds", v.journals.Rounds)
	if err != nil {
		return nil, err
	}
	c := roundsContent{Rounds: *rounds, MayPlan: v.writes("planRounds"), MayState: v.writes("changeEvent")}
	for _, r := range c.Rounds.Schedule {
		c.Rows, c.Dated = append(c.Rows, roundRow{PlannedRound: r}), c.Dated || r.Day != ""
	}
	typed := v.c.Request().PostForm
	if rests := typed.Get("version"); rests != "" {
		c.Changed = rests != strconv.FormatInt(c.Rounds.Version, 10)
	}
	if c.Rounds.Coverage != nil {
		for i, r := range c.Rounds.Coverage.Rounds {
			if r.Round > len(c.Rows) {
				c.Rows = append(c.Rows, roundRow{PlannedRound: reports.PlannedRound{Round: r.Round}})
			}
			c.Rows[r.Round-1].Coverage = &c.Rounds.Coverage.Rounds[i]
		}
	}
	for n := 1; n <= max(v.event.PlannedRounds, len(c.Rows), 1); n++ {
		plan := roundPlan{Round: n}
		if n <= len(c.Rounds.Schedule) {
			r := c.Rounds.Schedule[n-1]
			plan.Day = r.Day
			if r.Start != nil && r.End != nil {
				plan.Start, plan.End = r.Start.Format(clock), r.End.Format(clock)
			}
		}
		key := strconv.Itoa(n)
		if c.Changed && (typed.Get("day"+key) != plan.Day || typed.Get("start"+key) != plan.Start || typed.Get("end"+key) != plan.End) {
			plan.Now = strings.TrimSpace(plan.Day + " " + plan.Start + " – " + plan.End)
		}
		c.Planned = append(c.Planned, plan)
	}
	return c, nil
}

// clock is how a form writes a time of day.
const clock = "15:04"

// planRounds states when rounds are played. A round without times gets those of the one before;
// rounds without a day at the end stay open.
func planRounds(v *visit) (string, error) {
	rounds, err := ask(v, "readRounds", v.journals.Rounds)
	if err != nil {
		return "", err
	}
	zone, err := time.LoadLocation(rounds.TimeZone)
	if err != nil || rounds.TimeZone == "" {
		return "", v.refusal("web.rounds.no_zone")
	}
	plan := tournament.Schedule{Rounds: []tournament.RoundTimes{}}
	var start, end string
	for n := 1; ; n++ {
		round := strconv.Itoa(n)
		day := v.value("day" + round)
		if day == "" {
			break
		}
		if s := v.value("start" + round); s != "" {
			start = s
		}
		if e := v.value("end" + round); e != "" {
			end = e
		}
		times, ok := roundTimes(n, day, start, end, zone)
		if !ok {
			return "", v.refusal("web.rounds.no_time", "Round", round)
		}
		plan.Rounds = append(plan.Rounds, times)
	}
	return v.at("/rounds?done=saved"), v.do("planRounds", func(ctx context.Context, who *door.Caller) error {
		return v.journals.Plan(ctx, who, plan, v.number("version"))
	})
}

// roundTimes combines a day and times of day in a zone; a time that its clocks skip is refused. A
// round that ends earlier in the day than it starts ends on the next day.
func roundTimes(round int, day, start, end string, zone *time.Location) (tournament.RoundTimes, bool) {
	at := func(of string) (time.Time, bool) {
		t, err := time.ParseInLocation(time.DateOnly+" "+clock, day+" "+of, zone)
		return t, err == nil && t.Format(clock) == of
	}
	from, ok := at(start)
	to, ends := at(end)
	if ok && ends && to.Before(from) {
		to = to.AddDate(0, 0, 1)
	}
	return tournament.RoundTimes{Round: round, Start: from, End: to}, ok && ends
}

// roundContent is one round, board by board.
type roundContent struct {
	Boards  tournament.RoundBoards
	Counts  []stateCount
	Untidy  []tournament.RoundBoard // boards that lack or differ
	Nothing bool                    // no game of the round was handed in
	Before  int                     // the round before, 0 for none
	After   int
	Problem string // why nobody can say which games there should be
}

// stateCount says how many boards are in a state.
type stateCount struct {
	State tournament.BoardState
	Count int
}

func showRound(v *visit) (any, error) {
	number, err := strconv.Atoi(v.c.Param("round"))
	if err != nil {
		return nil, access.Hidden()
	}
	var c roundContent
	c.Boards, err = ask(v, "readRound", func(ctx context.Context, who *door.Caller) (tournament.RoundBoards, error) {
		return v.journals.Round(ctx, who, number)
	})
	if refused(err, fault.Unprocessable) {
		c.Problem, err = v.why(err), nil
	}
	if err != nil {
		return nil, err
	}
	c.Boards.Round = number
	rounds, err := ask(v, "readRounds", v.journals.Rounds)
	if err != nil {
		return nil, err
	}
	if c.Before = number - 1; rounds.Coverage != nil && number < len(rounds.Coverage.Rounds) {
		c.After = number + 1
	}
	of := map[tournament.BoardState]int{}
	for _, b := range c.Boards.Boards {
		of[b.State]++
		if len(b.Differs) > 0 || b.State == tournament.GameLacks || b.State == tournament.GameLacksMoves {
			c.Untidy = append(c.Untidy, b)
		}
	}
	c.Nothing = of[tournament.GameLacks] > 0 && of[tournament.GameIsHere]+of[tournament.GameLacksMoves]+len(c.Boards.Others) == 0
	for _, state := range []tournament.BoardState{
		tournament.GameIsHere, tournament.GameLacks, tournament.GameLacksMoves, tournament.GameNotPlayed, tournament.GameWithoutWord,
	} {
		if of[state] > 0 {
			c.Counts = append(c.Counts, stateCount{state, of[state]})
		}
	}
	return c, nil
}
