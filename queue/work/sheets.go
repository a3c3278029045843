package work

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"fairplay/analysis"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/store"
	"fairplay/reports/tournament/roster"
)

// keptSheets stores what each game adds to a screening, so that a game is scored once and read back
// when another game is added. Games are still added up in the order of play, so figures are the
// same to the last bit.
type keptSheets struct {
	*Service
	digests map[string]string // of the games' bodies, by content identity
	before  reports.Tallies   // of the screening before, if nobody else has them
	counted *reports.Count    // what count returned last
}

// sheets returns the sheets of the games of an input.
func (p *Service) sheets(in *eventInput) *keptSheets {
	return &keptSheets{Service: p, digests: in.digests}
}

// sheetsAtOnce is the greatest number of sheets read, or written in one transaction, at once.
const sheetsAtOnce = 500

// sheetForm changes with the content of a sheet and how it is computed, unless the version of the
// program changes too.
const sheetForm = "sheet 6"

// names returns for each game the digest of everything on which its sheet depends.
func (k *keptSheets) names(s *pipeline.EventScreening, games []*analysis.Game, roster *roster.Roster, fit *pipeline.Fit) []string {
	calibration := "none"
	if fit != nil {
		calibration = fit.Source.SHA256
	}
	recipe, policy := s.Recipe.Fingerprint(), s.Policy.Fingerprint()
	names := make([]string, len(games))
	for i, g := range games {
		parts := []string{sheetForm, s.Provenance.Version, k.digests[g.ID], recipe, policy, calibration}
		for _, c := range []analysis.Color{analysis.White, analysis.Black} {
			parts = append(parts, strconv.FormatFloat(float64(roster.RatingIn(g, c)), 'g', -1, 64))
		}
		names[i] = contentID("sheet", parts...)
	}
	return names
}

// count adds games up, which come in the order of play. Games without a sheet are scored first. A
// game with a position that could not be evaluated gets none, and is tried again the next time.
func (k *keptSheets) count(ctx context.Context, s *pipeline.EventScreening, games []*analysis.Game, roster *roster.Roster, fit *pipeline.Fit) (*reports.Count, []pipeline.PositionError, error) {
	names := k.names(s, games, roster, fit)
	digests, err := k.Store.SheetDigests(ctx, names)
	if err != nil {
		return nil, nil, err
	}
	p := &scoring{keptSheets: k, ctx: ctx, broken: map[int]bool{}, unkept: map[string]reports.Sheet{}}
	for i, g := range games {
		if digests[names[i]] == "" {
			p.games, p.names = append(p.games, g), append(p.names, names[i])
		}
	}
	failed, err := p.run(s, roster, fit)
	if err != nil {
		return nil, nil, err
	}
	count := reports.NewCount(roster, k.before)
	for start := 0; start < len(games); start += sheetsAtOnce {
		end := min(start+sheetsAtOnce, len(games))
		if err := k.add(ctx, count, games[start:end], names[start:end], digests, p.unkept); err != nil {
			return nil, nil, err
		}
	}
	k.counted = count
	return count, failed, nil
}

// add adds games whose sheets are stored, or in unkept.
func (k *keptSheets) add(ctx context.Context, count *reports.Count, games []*analysis.Game, names []string, digests map[string]string, unkept map[string]reports.Sheet) error {
	sheets, err := k.read(ctx, names, digests)
	if err != nil {
		return err
	}
	for i, g := range games {
		sheet, ok := unkept[names[i]]
		if !ok {
			if sheets[names[i]] == nil { // removed a moment ago, and made again the next time
				return errNotYet
			}
			sheet = *sheets[names[i]]
		}
		sheet.Game = g
		count.Add(sheet)
	}
	return nil
}

// read returns sheets without their games: from memory if it holds one of that digest, otherwise
// from the store.
func (k *keptSheets) read(ctx context.Context, names []string, digests map[string]string) (map[string]*reports.Sheet, error) {
	sheets := make(map[string]*reports.Sheet, len(names))
	var missing []string
	for _, name := range names {
		if sheets[name] = k.decoded.get(name, digests[name]); sheets[name] == nil {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return sheets, nil
	}
	stored, err := k.Store.Sheets(ctx, missing)
	for _, s := range stored {
		sheet, err := reports.DecodeSheet(s.Body)
		if err != nil {
			return nil, err
		}
		k.decoded.keep(s, &sheet)
		sheets[s.Name] = &sheet
	}
	return sheets, err
}

// decodedSheets caches sheets that were read, so that a game added to an event does not cause all
// others to be read again. A sheet is used only while the store has it with the same digest. When
// the cache is full, everything is dropped together.
type decodedSheets struct {
	mu   sync.Mutex
	kept map[string]decodedSheet // by name
}

type decodedSheet struct {
	digest string
	sheet  *reports.Sheet // without its game; never changed
}

// mostSheets limits the sheets kept: some 120 MB.
const mostSheets = 40_000

// get returns the sheet of that name if it is kept and has that digest, otherwise nil.
func (d *decodedSheets) get(name, digest string) *reports.Sheet {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept := d.kept[name]; kept.digest == digest {
		return kept.sheet
	}
	return nil
}

func (d *decodedSheets) keep(s store.StoredSheet, sheet *reports.Sheet) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil || len(d.kept) >= mostSheets {
		d.kept = map[string]decodedSheet{}
	}
	d.kept[s.Name] = decodedSheet{s.Digest, sheet}
}

// scoring scores the games that have no sheet yet, and stores their sheets.
type scoring struct {
	*keptSheets
	ctx   context.Context
	games []*analysis.Game
	names []string

	mu      sync.Mutex
	broken  map[int]bool // games of which a position could not be evaluated
	waiting []store.StoredSheet
	unkept  map[string]reports.Sheet // of broken games, by name
}

func (p *scoring) run(s *pipeline.EventScreening, roster *roster.Roster, fit *pipeline.Fit) ([]pipeline.PositionError, error) {
	if len(p.games) == 0 {
		return nil, nil
	}
	e := s.Evaluator
	e.Missed = func(game int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.broken[game] = true
	}
	failed, err := e.Run(p.ctx, p.games, func(i int, records []analysis.MoveRecord) error {
		scored, err := fit.Sheet(roster, p.games[i], records)
		if err != nil {
			return err
		}
		return p.take(i, scored)
	})
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return failed, p.flush()
}

// take takes the sheet of one game.
func (p *scoring) take(i int, sheet reports.Sheet) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken[i] {
		p.unkept[p.names[i]] = sheet
		return nil
	}
	p.waiting = append(p.waiting, store.StoredSheet{Name: p.names[i], Body: reports.EncodeSheet(sheet)})
	if len(p.waiting) < sheetsAtOnce {
		return nil
	}
	return p.flush()
}

// flush writes the waiting sheets; p.mu is held.
func (p *scoring) flush() error {
	if len(p.waiting) == 0 {
		return nil
	}
	err := p.Store.PutSheets(p.ctx, slices.Clone(p.waiting), p.at())
	p.waiting = p.waiting[:0]
	return err
}
