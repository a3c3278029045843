package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/book"
	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
)

const bookBuildHelp = `Make a Polyglot book from games: every position from turn 9 on that occurred in
at least --min-games games between players rated --min-rating or higher. Moves
made in its positions do not count in the tests, since they may have been known
by heart. The same games always give the same book.`

type bookFlags struct {
	options book.Options
	tags    []string
	output  string
}

// bookCommand returns the command "fairplay book".
func bookCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "book", Short: "Make reference books of known opening positions", Args: config.Args(cobra.NoArgs)}
	c.AddCommand(bookBuildCommand(p))
	return c
}

func bookBuildCommand(p *config.Program) *cobra.Command {
	var f bookFlags
	c := &cobra.Command{
		Use: "build --output BOOK.bin FILES...", Short: "Make a Polyglot book from games", Long: bookBuildHelp,
		Example: config.Example("fairplay book build --min-games 5 --min-rating 2300 --output my.bin games.pgn.zst"),
		RunE:    func(c *cobra.Command, files []string) error { return bookBuild(c.Context(), p, f, files) },
	}
	flags := c.Flags()
	flags.IntVar(&f.options.MinGames, "min-games", book.DefaultMinGames, "a position must have occurred in `NUMBER` games")
	flags.IntVar(&f.options.MinRating, "min-rating", book.DefaultMinRating, "both players must be rated `ELO` or higher")
	flags.IntVar(&f.options.FirstTurn, "first-turn", book.DefaultFirstTurn, "positions enter from `TURN` on")
	flags.StringSliceVar(&f.tags, "tag", nil, "only games with this tag: `NAME=VALUE`")
	flags.StringVar(&f.output, "output", "", "`FILE` to write the book to")
	return c
}

func bookBuild(ctx context.Context, p *config.Program, f bookFlags, files []string) error {
	if f.output == "" {
		return fault.New(fault.Invalid, "output", "say where the book goes, with --output BOOK.bin")
	}
	if err := config.NotAnInput(f.output, files); err != nil {
		return err
	}
	for _, tag := range f.tags {
		name, value, ok := strings.Cut(tag, "=")
		if !ok {
			return fault.New(fault.Invalid, "tag", "%q is not a tag; write it as Name=Value", tag)
		}
		f.options.Tags = append(f.options.Tags, analysis.Tag{Name: name, Value: value})
	}
	var built book.Built
	err := config.WriteWhole(f.output, config.ForEverybody, func(w io.Writer) (err error) {
		built, err = book.Build(w, games(ctx, p, files), f.options)
		if err == nil && built.Positions == 0 {
			err = fault.New(fault.Invalid, "empty_book", "no position occurred often enough in the games read (%d counted, %d passed over)", built.Games, built.Passed)
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Stdout, "%s: %d positions with %d moves, from %d games; %d games passed over, %d unreadable.\n",
		f.output, built.Positions, built.Moves, built.Games, built.Passed, built.Errors)
	return err
}

// games reads the files game by game, without keeping them.
func games(ctx context.Context, p *config.Program, files []string) iter.Seq2[*analysis.Game, error] {
	return func(yield func(*analysis.Game, error) bool) {
		enough := errors.New("no more games are wanted")
		err := pipeline.Scan(ctx, p.Texts(files), func(_ pipeline.Text, game *analysis.Game, err error) error {
			if passedOver := game == nil && err == nil; !passedOver && !yield(game, err) {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			yield(nil, err)
		}
	}
}
