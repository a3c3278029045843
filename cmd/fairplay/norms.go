package main

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/cmd/config"
	"fairplay/reports"
	"fairplay/reports/render"
)

const normsHelp = `Say who has made a title norm in an event (GM, IM, WGM, WIM), who has missed one
and by what, and which missing fact decides, from a Tournament Report File (TRF16,
TRF26). An unknown fact never makes a norm: without federations, for instance, it
stays undecided. The facts for the certificates are listed with every
norm, and titles by rating are named for somebody to check.

What the file does not say can be stated: the pairing system, the kind of championship
(which may exempt from the rules on federations), the federation that registers it.
Statements take precedence over the file. What no file shows, such as registration and
rate of play, the chief arbiter confirms.`

const levelHelp = `Say which level of protection an event needs, A, B or C, and by which rule (FIDE
Protection Measures, section 1). What is not stated never counts as a no: if it may
raise the level, the answer is "at least", and names what is missing. A tournament
file, if there is one, supplies system and average rating.`

// statedFlags are what an arbiter states of an event.
type statedFlags struct {
	reports.StatedFacts
	event string // file with the record of the event
}

// add adds the flags that both commands know.
func (s *statedFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.event, "event", "", "record of the event in this `FILE`; other flags take precedence")
	flags.StringVar(&s.Federation, "federation", "", "the `FEDERATION` that registers the event, in three letters (default: that of the file)")
	flags.StringVar(&s.Start, "start", "", "first `DAY` of the event, as YYYY-MM-DD, which decides on the edition of the rules (default: that of the file)")
	flags.StringVar(&s.System, "system", "", "pairing `SYSTEM`: swiss, round_robin, double_round_robin, scheveningen, schiller, match, knock_out or other (default: that of the file)")
	flags.StringVar(&s.Championship, "championship", "", "what `SORT` of championship it is: none, national, national_team, national_youth, zonal, world_team (or continental), world_cup or other")
}

// onRecord reads the record of the event, if one is named.
func (s *statedFlags) onRecord(made *reports.Provenance) (err error) {
	if s.event != "" {
		s.Record, err = recordOf(s.event, made)
	}
	return err
}

// options lists what was stated, in the order of the command.
func options(c *cobra.Command) []reports.StatedOption {
	var all []reports.StatedOption
	c.Flags().VisitAll(func(f *pflag.Flag) {
		switch f.Name {
		case "format", "lang", "output", "help", "event":
			return
		}
		if f.Changed {
			all = append(all, reports.StatedOption{Name: f.Name, Value: f.Value.String()})
		}
	})
	return all
}

// normFlags are what an arbiter states for norms.
type normFlags struct {
	statedFlags
	direct []string
}

func (n *normFlags) add(flags *pflag.FlagSet) {
	n.statedFlags.add(flags)
	flags.StringVar(&n.Predetermined, "predetermined", "", "`ANSWER` yes where pairings were fixed before the event, so that no last game can be ignored, else no (default: as usual for the system)")
	flags.StringVar(&n.Rounds, "rounds", "", "the event has so many `ROUNDS` (default: those of the file)")
	flags.StringArrayVar(&n.direct, "direct", nil, "a `TITLE` that was won directly, as NUMBER=TITLE: 7=FM (FIDE Title Regulations, 1.2.4); may be given again")
}

// normsCommand returns the command "fairplay norms".
func normsCommand(p *config.Program) *cobra.Command {
	var f normFlags
	var out config.Output
	c := &cobra.Command{
		Use: "norms FILE.trf", Short: "Say who has made a title norm", Long: normsHelp, Args: config.Args(cobra.ExactArgs(1)),
		Example: config.Example("fairplay norms event.trf", "fairplay norms --championship none --format html --output norms.html event.trf",
			"fairplay norms --championship zonal --direct 1=IM event.trf", "fairplay norms --event event.yaml event.trf"),
		RunE: func(_ *cobra.Command, files []string) error {
			if err := out.Check(files...); err != nil {
				return err
			}
			program := config.Provenance(reports.UsedEngine{})
			if err := f.onRecord(&program); err != nil {
				return err
			}
			file, err := p.Open(files[0])
			if err != nil {
				return err
			}
			defer file.Close()
			r, made, err := reports.NormsMade(program, filepath.Base(files[0]), file, f.StatedFacts, f.direct)
			if err != nil {
				return err
			}
			return out.Write(p, func(w io.Writer, o render.Options) error { return render.Norms(w, out.Format, r, made, o) })
		},
	}
	f.add(c.Flags())
	out.Add(c.Flags(), render.Formats(), render.Languages())
	return c
}

// levelCommand returns the command "fairplay level".
func levelCommand(p *config.Program) *cobra.Command {
	var f statedFlags
	var out config.Output
	c := &cobra.Command{
		Use: "level [FILE.trf]", Short: "Say which protection an event needs", Long: levelHelp, Args: config.Args(cobra.MaximumNArgs(1)),
		Example: config.Example("fairplay level --titles GM,IM --prize-fund 25000 --championship none --official no event.trf",
			"fairplay level --system round_robin --average 2450 --women no", "fairplay level --event event.yaml"),
		RunE: func(c *cobra.Command, files []string) error {
			if err := out.Check(files...); err != nil {
				return err
			}
			made := config.Provenance(reports.UsedEngine{})
			made.Options = options(c)
			d, err := dossier(p, f, files, &made)
			if err != nil {
				return err
			}
			made.Complete(reports.TaskLevel)
			return out.Write(p, func(w io.Writer, o render.Options) error { return render.Level(w, out.Format, d.Level(), &made, o) })
		},
	}
	f.add(c.Flags())
	c.Flags().StringVar(&f.Official, "official", "", "`ANSWER` yes for an official event of FIDE, its first level, else no")
	c.Flags().StringVar(&f.Rated, "rated", "", "`ANSWER` yes if FIDE rates the event, else no")
	c.Flags().StringVar(&f.Women, "women", "", "`ANSWER` yes for an event for women only, else no")
	c.Flags().StringVar(&f.PrizeFund, "prize-fund", "", "prize fund in `EUROS`")
	c.Flags().StringVar(&f.Titles, "titles", "", "`TITLES` whose norms can be made, or which can be won: GM,IM or none")
	c.Flags().StringVar(&f.Average, "average", "", "average `RATING` of the players (default: that of the file, where everybody has a rating)")
	out.Add(c.Flags(), render.Formats(), render.Languages())
	return c
}

// dossier reads what is known of an event: what was stated, the record of the event if one is
// named, and its tournament file if there is one.
func dossier(p *config.Program, f statedFlags, files []string, made *reports.Provenance) (*reports.Dossier, error) {
	if err := f.onRecord(made); err != nil {
		return nil, err
	}
	d, err := f.Dossier()
	if err != nil || len(files) == 0 {
		return d, err
	}
	file, err := p.Open(files[0])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	input, err := d.Take(filepath.Base(files[0]), file)
	made.Inputs = append(made.Inputs, input)
	return d, err
}
