package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/intake"
	"fairplay/reports/render"
	"fairplay/reports/tournament/roster"
)

const rosterHelp = `Say who takes part in an event and which rating holds for each player. The file is
a tournament file (TRF16, TRF26), a table of players (.csv, .tsv) with headings in
English, Russian or Ukrainian, or PGN, whose tags name the players.

With --list the ratings are those of FIDE's list in force on the day on which the
event starts; in events of more than 30 days, on the day of the game (--game-day).
Players without a rapid or blitz rating have their standard one. The list is text or
XML, of one kind of rating or of all, plain or zipped as FIDE publishes it. Players
are found by FIDE id alone; differences from the list are named. The uncertainty of a
rating (sd) is 50 points, 100 for players under 20 or with K = 40, and 200 if an
arbiter has estimated it.`

// rosterCommand returns the command "fairplay roster".
func rosterCommand(p *config.Program) *cobra.Command {
	var out config.Output
	var list, month, day, game, class string
	c := &cobra.Command{
		Use: "roster FILE", Short: "Say who takes part, and at which rating", Long: rosterHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay roster event.trf", "fairplay roster --list players_list.zip --month 2026-03 event.trf", "fairplay roster --list standard_mar26frl.zip --day 2026-03-07 players.csv"),
		RunE: func(c *cobra.Command, files []string) error {
			known, err := config.ParseTimeClass(class)
			if err != nil {
				return err
			}
			entries, err := readEntries(c.Context(), p, files[0])
			if err == nil {
				err = entries.On(day, game)
			}
			if err != nil {
				return err
			}
			if list == "" {
				err = entries.Rate(known, nil)
			} else {
				err = entries.Rate(known, reports.RatingList(list, month, func() (roster.ListFile, error) { return config.OpenList(list) }))
			}
			if err != nil {
				return err
			}
			err = out.Write(p, func(w io.Writer, _ render.Options) error { return render.Entries(w, out.Format, entries) })
			if n := len(entries.Faults) + len(entries.Faulty); err == nil && n > 0 {
				err = fault.New(fault.Invalid, "roster", "%d places are wrong", n)
			}
			return err
		},
	}
	out.Add(c.Flags(), []string{"table", "json"}, []string{"en"})
	c.Flags().StringVar(&list, "list", "", "FIDE's rating list, a `FILE` of text or XML, zipped or not")
	c.Flags().StringVar(&month, "month", "", "`MONTH` of the list as 2026-03, where it does not say it (the combined lists do not)")
	c.Flags().StringVar(&day, "day", "", "`DAY` on which the event starts, as 2026-03-31 (default: that of the file)")
	c.Flags().StringVar(&game, "game-day", "", "`DAY` of the game, which counts in events of more than 30 days")
	c.Flags().StringVar(&class, "time-class", string(analysis.StandardTime), "`CLASS` of the ratings: standard, rapid or blitz")
	return c
}

// readEntries reads the players of a tournament file, a table or PGN.
func readEntries(ctx context.Context, p *config.Program, file string) (*reports.EntryList, error) {
	if intake.MayBePGN(file) {
		var games []*analysis.Game
		_, err := pipeline.CheckPGN(ctx, p.Texts([]string{file}), func(g *analysis.Game) { games = append(games, g) })
		if err == nil && len(games) == 0 {
			err = fault.New(fault.Invalid, "no_games", "there is no game in %s", file)
		}
		return reports.EntriesOf(file, games), err
	}
	f, err := p.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return reports.ReadEntries(file, f)
}
