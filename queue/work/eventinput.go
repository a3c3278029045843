package work

import (
	"context"
	"slices"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

// eventInput is the content of an event's files, in the form of pipeline.Read.
type eventInput struct {
	pipeline.Input
	digests map[string]string // of the games' bodies, by content identity
}

// input reads back the content of the files of an event: what pipeline.Read would return for them,
// taking only the latest file of each name. A game that a later file corrects has the corrected
// form wherever else it occurs. A game that no present file contains, because a shorter file of the
// same name has come since, stays.
//
// Games come as outlines, without the keys and notation of their plies: a third of the memory, and
// enough to decide which of them count. See whole.
func (p *Service) input(ctx context.Context, event string) (*eventInput, error) {
	at, uploads, err := p.places(ctx, event)
	if err != nil {
		return nil, err
	}
	in := &eventInput{digests: map[string]string{}}
	for after, more := int64(0), true; more; {
		games, err := p.Store.EventPlaces(ctx, event, after, page)
		if err != nil {
			return nil, err
		}
		for _, stored := range games {
			after = stored.Seq
			g, err := p.outlineOf(ctx, stored)
			if err != nil {
				return nil, err
			}
			in.digests[g.ID] = stored.SHA256
			in.place(g, at[g.ID])
			if len(at[g.ID]) == 0 {
				uploads.recall(g.Source.File)
			}
			if len(in.Games) > pipeline.MaxGames {
				return nil, fault.New(fault.TooLarge, "games_limit", "the event has more than %d games; make an event of each part", pipeline.MaxGames)
			}
		}
		more = len(games) == page
	}
	files, err := p.Store.EventInput(ctx, event)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if err := in.said(f); err != nil {
			return nil, err
		}
	}
	if in.Files, err = p.inputFiles(ctx, uploads); err != nil {
		return nil, err
	}
	journal, err := p.Store.Journal(ctx, event)
	if err != nil {
		return nil, err
	}
	in.Entries, err = tournament.Players(journal)
	return in, err
}

// Games returns the games of an event as outlines: with their moves, but without the keys and
// notation of their plies. A game in several files is returned once for each.
func (i Intake) Games(ctx context.Context, event string) ([]*analysis.Game, error) {
	in, err := i.input(ctx, event)
	if err != nil {
		return nil, err
	}
	return in.Games, nil
}

// outlineOf returns the outline of a game of an event.
func (p *Service) outlineOf(ctx context.Context, at store.StoredGame) (*analysis.Game, error) {
	if g, ok := p.outlines.get(at.SHA256, at.Source()); ok {
		return g, nil
	}
	stored, err := p.Store.Game(ctx, at.SHA256)
	if err != nil {
		return nil, err
	}
	g, err := decodeGame(stored.Body, at.Source())
	if err != nil {
		return nil, err
	}
	return p.outlines.keep(at.SHA256, g), nil
}

// place adds a game once for every place where it occurs.
func (in *eventInput) place(g *analysis.Game, places []analysis.Source) {
	in.Games = append(in.Games, g)
	for i, at := range places {
		if i > 0 {
			again := *g
			g = &again
			in.Games = append(in.Games, g)
		}
		lines := at.Line - g.Source.Line
		g.Source = at
		g.Notes = moved(g.Notes, lines)
		if g.Cut != nil {
			cut := *g.Cut
			cut.Source, cut.Line = at, cut.Line+lines
			g.Cut = &cut
		}
	}
}

// said adds the stored remarks on a file.
func (in *eventInput) said(f store.FileInput) error {
	remarks, err := reports.ReadFileRemarks(f.File, f.Errors, f.Notes)
	if err != nil {
		return err
	}
	for _, e := range remarks.Faults {
		in.Errors = append(in.Errors, e.InputError)
		if e.Lost {
			in.Bad++
		}
	}
	in.Notes = append(in.Notes, remarks.Notes...)
	return nil
}

// outline reduces a game to what selection needs, in as little memory as possible.
func outline(g *analysis.Game, words sharedTexts) {
	plies := make([]analysis.Ply, len(g.Plies))
	for i, ply := range g.Plies {
		plies[i] = analysis.Ply{Move: ply.Move, Clock: ply.Clock}
	}
	g.Plies, g.End, g.Unread = plies, analysis.Position{}, nil
	g.Tags = slices.Clone(g.Tags)
	for i := range g.Tags {
		words.share(&g.Tags[i].Name, &g.Tags[i].Value)
	}
	words.share(&g.Event, &g.Site, &g.Date, &g.Round, &g.TimeControl.Text, &g.Start)
	for _, p := range []*analysis.Player{&g.White, &g.Black} {
		words.share(&p.Name, &p.FideID, &p.Title, &p.Federation, &p.Team)
	}
}

// sharedTexts keeps one copy of texts that many games have in common.
type sharedTexts map[string]string

// share replaces each text by the kept copy that is equal to it.
func (s sharedTexts) share(texts ...*string) {
	for _, t := range texts {
		kept, known := s[*t]
		if !known {
			kept = *t
			s[kept] = kept
		}
		*t = kept
	}
}

// forgetMoves drops what is no longer needed once games are chosen: all plies but the first two,
// whose clocks may tell the time class.
func (in *eventInput) forgetMoves() {
	for _, g := range in.Games {
		g.Plies = slices.Clone(g.Plies[:min(2, len(g.Plies))])
	}
}

// whole returns the function that reads the rest of an outline of this input
// (pipeline.Evaluator.Whole).
func (p *Service) whole(in *eventInput) func(context.Context, *analysis.Game) (*analysis.Game, error) {
	return func(ctx context.Context, outline *analysis.Game) (*analysis.Game, error) {
		stored, err := p.Store.Game(ctx, in.digests[outline.ID])
		if err != nil {
			return nil, err
		}
		return decodeGame(stored.Body, outline.Source)
	}
}

// page is how many rows are read at a time.
const page = 1000

// places returns where each game occurs in the present files, by content identity, in the order in
// which the files came, and the uploads.
func (p *Service) places(ctx context.Context, event string) (map[string][]analysis.Source, uploads, error) {
	files := map[string][]store.GameOutcome{} // by the name of the upload
	var names []string
	all := uploads{}
	for after := int64(0); ; {
		batches, err := p.Store.Batches(ctx, event, after, page)
		if err != nil {
			return nil, nil, err
		}
		for _, b := range batches {
			after = b.Seq
			if b.State != store.BatchDone {
				continue
			}
			outcomes, err := p.outcomes(ctx, b.ID)
			if err != nil {
				return nil, nil, err
			}
			for _, f := range b.Files {
				all.add(f)
				if _, before := files[f.Name]; !before {
					names = append(names, f.Name)
				}
				files[f.Name] = within(outcomes, f.Name)
			}
		}
		if len(batches) < page {
			break
		}
	}
	places := map[string][]analysis.Source{}
	for _, name := range names {
		for _, o := range files[name] {
			places[o.GameID] = append(places[o.GameID], analysis.Source{File: o.File, Game: o.Game, Line: o.Line})
		}
	}
	return places, all, nil
}

// outcomes returns the outcome for every game of a batch.
func (p *Service) outcomes(ctx context.Context, batch string) ([]store.GameOutcome, error) {
	var all []store.GameOutcome
	for {
		after := 0
		if len(all) > 0 {
			after = all[len(all)-1].N
		}
		some, err := p.Store.Outcomes(ctx, batch, after, page)
		all = append(all, some...)
		if err != nil || len(some) < page {
			return all, err
		}
	}
}

// within returns the outcomes of the games in an upload or a member of it.
func within(outcomes []store.GameOutcome, upload string) []store.GameOutcome {
	var out []store.GameOutcome
	for _, o := range outcomes {
		if o.GameID != "" && (o.File == upload || strings.HasPrefix(o.File, upload+"/")) {
			out = append(out, o)
		}
	}
	return out
}
