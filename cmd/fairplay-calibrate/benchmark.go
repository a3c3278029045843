package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis"
	"fairplay/analysis/calibration"
	"fairplay/analysis/fault"
	"fairplay/analysis/fit"
	"fairplay/analysis/pgn"
	"fairplay/cmd/config"
	"fairplay/queue/corpus"
)

const benchmarkHelp = `The public benchmark: performances of rated players, as they were played and with
some moves replaced by an engine's. "write" makes it, "score" says how well a tool
tells one from the other.`

const benchmarkWriteHelp = `Write the benchmark into a folder: README.md, which says what it is; performances.pgn,
which a tool reads; labels.csv, which says what was done to each performance and which
nobody needs before his results are there; manifest.json with the SHA-256 of each; and
in results/ what simple statistics and fairplay itself say. The same corpus gives the
same bytes. No engine is needed.

The performances are those of the test part of the corpus, on which nothing was fitted.
--helpers is a folder with the moves of engines that helped in no fit.`

type benchmarkWriteFlags struct {
	corpus, helpers, output string
	quiet                   bool
}

// benchmarkCommand returns the command "fairplay-calibrate benchmark".
func benchmarkCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "benchmark", Short: "Write the public benchmark, and score results on it", Long: benchmarkHelp, Args: config.Args(cobra.NoArgs)}
	c.AddCommand(benchmarkWriteCommand(p), benchmarkScoreCommand(p))
	return c
}

func benchmarkWriteCommand(p *config.Program) *cobra.Command {
	var f benchmarkWriteFlags
	c := &cobra.Command{
		Use: "write --output FOLDER", Short: "Write the benchmark", Long: benchmarkWriteHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay-calibrate benchmark write --output bin/benchmark"),
		RunE:    func(c *cobra.Command, _ []string) error { return benchmarkWrite(c.Context(), p, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.corpus, "corpus", "testdata/corpus", "`FOLDER` with the corpus")
	flags.StringVar(&f.helpers, "helpers", "testdata/benchmark", "`FOLDER` with the moves of helping engines")
	flags.StringVar(&f.output, "output", "", "`FOLDER` to write into; it is made if it is missing")
	flags.BoolVar(&f.quiet, "quiet", false, "say nothing on the way")
	return c
}

// benchmarkRecipe is the recipe of the evaluations by which the baselines judge.
const benchmarkRecipe = "quick"

func benchmarkWrite(ctx context.Context, p *config.Program, f benchmarkWriteFlags) error {
	if f.output == "" {
		return fault.New(fault.Invalid, "output", "say where the benchmark goes, with --output FOLDER")
	}
	opened, err := openCorpus(p, f.corpus, benchmarkRecipe, "")
	if err != nil {
		return err
	}
	say(p, f.quiet, "Reading %s ...", f.corpus)
	games, _, err := corpus.LoadForFit(ctx, &opened.Loader)
	if err != nil {
		return err
	}
	helpers := corpusFiles(f.helpers, "helpers-", benchmarkRecipe, ".jsonl.zst")
	if len(helpers) == 0 {
		return fault.New(fault.Invalid, "helpers", "there are no moves of helping engines in %s", f.helpers)
	}
	moves, err := corpus.ReadForeign(p.Texts(helpers))
	if err != nil {
		return err
	}
	games.AddForeign(moves)
	library, err := calibration.Shipped()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(library, func(c *calibration.Calibration) bool { return c.Recipe.Name == benchmarkRecipe })
	say(p, f.quiet, "Replacing moves, and judging what comes out ...")
	entries, err := fit.Benchmark(games, library[at].Models(), &library[at].Parameters, corpus.OnAllCores)
	if err != nil {
		return err
	}
	played, err := playedGames(p, corpusFiles(f.corpus, "games-", benchmarkRecipe, ".pgn.zst"))
	if err != nil {
		return err
	}
	written := benchmarkManifest{Format: 1, Program: config.Version, Corpus: games.Digest(), Performances: len(entries)}
	if err := written.write(f.output, entries, played); err != nil {
		return fault.Wrap(err, fault.Unavailable, "output", "cannot write into %s", f.output)
	}
	say(p, f.quiet, "Written to %s: %d performances with %d moves to judge", f.output, written.Performances, written.Moves)
	return nil
}

// playedGames returns the games of the test part, by their CorpusId.
func playedGames(p *config.Program, files []string) (map[string]*analysis.Game, error) {
	played := map[string]*analysis.Game{}
	for text, err := range p.Texts(files) {
		if err != nil {
			return nil, err
		}
		for g, err := range pgn.Games(text, text.Name, pgn.Options{}) {
			if err != nil {
				return nil, err
			}
			if g.Tag(corpus.PartTag) == corpus.TestPart {
				played[g.Tag(corpus.IDTag)] = g
			}
		}
	}
	return played, nil
}

// benchmarkManifest says what a benchmark holds.
type benchmarkManifest struct {
	Format       int             `json:"format"`
	Program      string          `json:"program"` // version
	Corpus       string          `json:"corpus"`  // digest
	Performances int             `json:"performances"`
	Moves        int             `json:"moves"` // to judge
	Files        []benchmarkFile `json:"files"`
}

type benchmarkFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Bytes  int    `json:"bytes"`
}

//go:embed benchmark.md
var benchmarkReadme []byte

// The files of a benchmark that are read again.
const (
	labelsName   = "labels.csv"
	manifestName = "manifest.json"
)

// write writes all files of a benchmark.
func (m *benchmarkManifest) write(folder string, entries []fit.Entry, played map[string]*analysis.Game) error {
	if err := os.MkdirAll(filepath.Join(folder, "results"), 0o755); err != nil {
		return err
	}
	file := func(name string, content []byte) error {
		sum := sha256.Sum256(content)
		m.Files = append(m.Files, benchmarkFile{name, hex.EncodeToString(sum[:]), len(content)})
		return config.WriteWhole(filepath.Join(folder, name), config.ForEverybody, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
	}
	var games bytes.Buffer
	for i := range entries {
		m.Moves += len(entries[i].Judged)
		writePerformance(&games, &entries[i], played)
	}
	if err := file("README.md", benchmarkReadme); err != nil {
		return err
	}
	if err := file("performances.pgn", games.Bytes()); err != nil {
		return err
	}
	if err := file(labelsName, labelRows(entries)); err != nil {
		return err
	}
	for _, name := range fit.Baselines() {
		if err := file("results/"+name+".csv", resultRows(entries, name)); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return file(manifestName, append(text, '\n'))
}

// writePerformance writes each judged move as a game of one move from its position. The order says
// nothing: it is that of the SHA-256 of performance and position.
func writePerformance(w *bytes.Buffer, e *fit.Entry, played map[string]*analysis.Game) {
	rounds := map[string]int{} // number of the game in the performance
	texts := make([]struct{ order, text string }, len(e.Judged))
	for i, j := range e.Judged {
		if rounds[j.Game] == 0 {
			rounds[j.Game] = len(rounds) + 1
		}
		g := played[j.Game]
		key := g.Plies[j.Ply].Key
		position := strings.TrimSuffix(key, " 1") + " " + strconv.Itoa(j.Turn)
		white, black, number := e.ID, "opponent", fmt.Sprintf("%d.", j.Turn)
		if g.Turn(j.Ply) == analysis.Black {
			white, black, number = black, white, number+".."
		}
		sum := sha256.Sum256([]byte(e.ID + position))
		texts[i].order = string(sum[:])
		texts[i].text = fmt.Sprintf("[Event \"fairplay benchmark\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n"+
			"[Result \"*\"]\n[BlackElo \"%d\"]\n[FEN \"%s\"]\n[SetUp \"1\"]\n[WhiteElo \"%d\"]\n\n%s %s *\n\n",
			rounds[j.Game], white, black, g.Black.Rating, position, g.White.Rating, number, pgn.SAN(key, j.Move))
	}
	slices.SortFunc(texts, func(a, b struct{ order, text string }) int { return cmp.Compare(a.order, b.order) })
	for _, t := range texts {
		w.WriteString(t.text)
	}
}

// labelColumns and resultColumns are the first lines of such files.
func labelColumns() []string {
	return []string{"performance", "event", "help", "share", "moves", "replaced"}
}
func resultColumns() []string { return []string{"performance", "statistic", "p", "odds"} }

func labelRows(entries []fit.Entry) []byte {
	return csvOf(labelColumns(), entries, func(e *fit.Entry) []string {
		return []string{e.ID, e.Event, e.Help, number(e.Share), strconv.Itoa(e.Moves), strconv.Itoa(e.Replaced)}
	})
}

func resultRows(entries []fit.Entry, name string) []byte {
	return csvOf(resultColumns(), entries, func(e *fit.Entry) []string {
		r := e.Results[name]
		return []string{e.ID, number(r.Statistic), number(r.P), number(r.Odds)}
	})
}

func csvOf(columns []string, entries []fit.Entry, row func(e *fit.Entry) []string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write(columns) // a bytes.Buffer takes everything
	for i := range entries {
		_ = w.Write(row(&entries[i]))
	}
	w.Flush()
	return out.Bytes()
}

// number writes nine significant digits, as all figures of fairplay are written; nothing for NaN.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 9, 64)
}
