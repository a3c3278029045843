package work

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/regulations"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
	"fairplay/reports/tournament/roster"
)

// Career tests a player, whom a FIDE id names, over several events at once, on the quick evaluations that
// are there. It evaluates and records nothing, and the report must not be changed. Games that are not evaluated are among those that its
// report leaves out. With all evaluations it is what "fairplay career" prints of the files of these events,
// in the order of the events.
//
// The errors are NotFound if he plays in none of the events, Unprocessable if the games that count are of
// one event or of none, Unavailable if that is so while games still wait, and TooLarge for too many games.
func (p Tests) Career(ctx context.Context, fideID string, events []store.Event) (*reports.FullTest, error) {
	all, err := p.joined(ctx, events)
	if err != nil {
		return nil, err
	}
	key := contentID("career", append(all.key, fideID)...)
	if report := p.careers.get(key); report != nil {
		return report, nil
	}
	full := &pipeline.PlayerTest{
		Terms: all.terms, Quick: &all.terms, TestRequest: reports.TestRequest{Kind: reports.QuickKind, Player: fideID},
		Field: pipeline.FieldAll, Count: p.sheets(all.in).count, // all that count are evaluated
	}
	report, err := full.Run(ctx, all.in.Input)
	if err == nil {
		err = report.OverEvents()
	}
	if fault.KindOf(err) == fault.Unprocessable && all.waits {
		return nil, fault.Wrap(err, fault.Unavailable, "career_waits", "games of these events are still being evaluated, and those that are done do not suffice; come again later")
	}
	if err != nil {
		return nil, err
	}
	p.careers.keep(key, report, mostCareers)
	return report, nil
}

// mostCareers is the number of careers kept, some 2 MB each, so that a page and the files of it are made of one.
const mostCareers = 16

// joinedEvents are the games of several events, as if their files had been handed in together.
type joinedEvents struct {
	in    *eventInput
	terms pipeline.Terms // of all; each game has the rule set and the class of its event
	waits bool           // some games are still being evaluated
	key   []string       // everything that the figures depend on
}

// unevaluated is the reason of a game that was never evaluated under the recipe of this service, or whose
// evaluation was cancelled.
const unevaluated = "it is not evaluated under this recipe"

// joined reads the games of events in their order. A game that is not evaluated is
// left out, unless another event has it evaluated.
func (p *Service) joined(ctx context.Context, events []store.Event) (*joinedEvents, error) {
	j := &joinedEvents{in: &eventInput{digests: map[string]string{}}}
	type stated struct {
		rules regulations.RuleSet
		class analysis.TimeClass
	}
	of, left, evaluated, same := map[string]stated{}, map[string]string{}, map[string]bool{}, true
	var lists []roster.DatedList
	for i, e := range events {
		terms, one, err := p.screeningInput(ctx, e)
		if err != nil {
			return nil, err
		}
		if len(j.in.Games)+len(one.Games) > pipeline.MaxGames {
			return nil, fault.New(fault.TooLarge, "career_games", "the events of this player have more than %d games together; look at his test in each event", pipeline.MaxGames)
		}
		if err := p.leaveUnevaluated(ctx, e, &terms, one); err != nil {
			return nil, err
		}
		for _, g := range one.Games {
			if _, there := j.in.digests[g.ID]; !there {
				j.in.digests[g.ID], of[g.ID] = one.digests[g.ID], stated{terms.RuleSet, terms.Assume}
			}
			if reason, not := terms.Left[g.ID]; not {
				left[g.ID] = cmp.Or(left[g.ID], reason)
				j.waits = j.waits || reason == reports.Waits
			} else {
				evaluated[g.ID] = true
			}
		}
		if i == 0 {
			j.terms = terms
		}
		j.key = append(append(j.key, e.ID, strconv.FormatInt(e.Games, 10)), p.quickFits.identity(&terms)...)
		same = same && terms.RuleSet == j.terms.RuleSet && terms.Assume == j.terms.Assume
		lists = append(lists, roster.DatedList{Month: monthOf(terms.Starts, one.Games), Entries: one.Entries})
		j.in.add(one)
	}
	for id := range evaluated {
		delete(left, id)
	}
	j.terms.Left, j.terms.Starts, j.terms.Engines, j.terms.Whole = left, time.Time{}, pipeline.NoEngine{}, p.whole(j.in)
	if !same {
		j.terms.RuleSet, j.terms.Assume = regulations.FIDE, analysis.StandardTime
		j.terms.Stated = func(g *analysis.Game) (regulations.RuleSet, analysis.TimeClass) {
			return of[g.ID].rules, of[g.ID].class
		}
	}
	slices.SortStableFunc(lists, func(a, b roster.DatedList) int { return cmp.Compare(a.Month, b.Month) })
	j.in.Entries = roster.Joined(lists)
	j.key = append(j.key, roster.Digest(j.in.Entries))
	for _, id := range slices.Sorted(maps.Keys(left)) {
		j.key = append(j.key, id, left[id])
	}
	return j, nil
}

// monthOf returns the month in which an event begins, as stated or by its games; "" if it is unknown.
func monthOf(starts time.Time, games []*analysis.Game) string {
	if starts.IsZero() {
		starts = tournament.FirstDay(games)
	}
	if starts.IsZero() {
		return ""
	}
	return starts.Format("2006-01")
}

// add adds what another event was handed in, but for its list of players.
func (in *eventInput) add(one *eventInput) {
	in.Games, in.Bad, in.Errors = append(in.Games, one.Games...), in.Bad+one.Bad, append(in.Errors, one.Errors...)
	in.Notes, in.Files = append(in.Notes, one.Notes...), append(in.Files, one.Files...)
}

// leaveUnevaluated leaves out the games of an event that are not evaluated: given up, still waiting, or
// never begun.
func (p *Service) leaveUnevaluated(ctx context.Context, e store.Event, terms *pipeline.Terms, in *eventInput) error {
	dead, _, err := p.dead(ctx, e, EvaluateQuick, terms)
	if err != nil {
		return err
	}
	in.leave(terms, dead)
	if err := p.leaveOpen(ctx, e, terms, in); err != nil {
		return err
	}
	done, err := p.Store.EndedTasks(ctx, e.ID, EvaluateQuick)
	if err != nil {
		return err
	}
	stopped, err := p.all(ctx, store.TasksQuery{Event: e.ID, Kind: EvaluateQuick, State: store.TaskCancelled})
	if err != nil {
		return err
	}
	for _, t := range stopped {
		delete(done, t.ID)
	}
	for i, t := range p.evaluations(EvaluateQuick, e, terms, in.Games, in.digests) {
		if g := in.Games[i]; !done[t.ID] {
			terms.Left[g.ID] = cmp.Or(terms.Left[g.ID], unevaluated)
		}
	}
	return nil
}
