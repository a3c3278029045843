package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/queue/pipeline"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
	"fairplay/reports/tournament"
)

const verifyHelp = `Prove that a report or a package is as it was made. If it is not identical, the
command names what differs and the exit code is 8.

PACKAGE.zip is what 'fairplay package' wrote. Its files are compared with its list
of files: each that differs, is missing or was added is named. A package that was
made again with its list can only be recognised by its SHA-256, which was printed when
the package was made and is printed here. A package or a case file of a service also
carries the proof that it was in the log of that service; --log-key shows whether
that service signed it.

The games of a report are evaluated again and every figure is compared; the first
difference is named. Before that --proof shows since when a report of a service was in
the log of that service, and --log-key whether that service signed it.

REPORT.json is what screen, test or claim printed with --format json, or the service
answered. FILES are the files that it names, known by their SHA-256 whatever they
are called now; without FILES they are looked for beside the report.

No evaluation is taken from the cache, unless --share says to evaluate only a
part of the positions again; which part follows from the report's digest alone.
These are compared with the cache, and the others are taken from it. After
Ctrl-C the same command goes on where it stopped.

Where names and ratings came from a list of players, --event names the record of the
event that holds it; the report knows the list by its SHA-256.

An identical report is a repetition: the figures come out again. It is not the
independent second test of the notes on statistics, which another person makes after
the event, on his own copy of the games, with no evaluation taken over.

A report with a second test is verified under both engines: name the second one with
--second-engine and --second-engine-arg.`

type verifyFlags struct {
	config.EvaluationFlags
	share  float64
	logKey string // by which a service signs its checkpoints
	proof  string // file with the proof that the report was in the log of a service
	event  string // file with the list of players that the report rests on
}

// verifyCommand returns the command "fairplay verify".
func verifyCommand(p *config.Program) *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use: "verify REPORT.json|PACKAGE.zip [FILES...]", Short: "Prove a report or a package, or name what differs", Long: verifyHelp,
		Args:    config.Args(cobra.MinimumNArgs(1)),
		Example: config.Example("fairplay verify report.json", "fairplay verify --share 0.1 report.json round1.pgn round2.pgn", "fairplay verify --proof report.proof.json report.json", "fairplay verify event.zip"),
		RunE: func(c *cobra.Command, a []string) error {
			if done, err := verifyIfPackage(p, a[0], a[1:], f.logKey); done || err != nil {
				return err
			}
			return verify(c.Context(), p, f, a[0], a[1:])
		},
	}
	f.EvaluationFlags.Add(c.Flags())
	f.Second.AddSecond(c.Flags())
	c.Flags().Lookup("recipe").Hidden = true // the report names it
	c.Flags().StringVar(&f.event, "event", "", "the list of players that the report rests on, in this `FILE`, as roster of the record of the event")
	c.Flags().StringVar(&f.logKey, "log-key", "", "`KEY` by which the service signs its checkpoints, as its 'fairplay check' says it: the log that a package or a proof names must be signed with it")
	c.Flags().StringVar(&f.proof, "proof", "", "the proof that the report was in the log of a service, in this `FILE`: GET /v1/events/{event}/reports/{report}/proof has it")
	c.Flags().Float64Var(&f.share, "share", 1, "evaluate this `PART` of the positions anew, such as 0.1")
	return c
}

// reportOrigin is what a report says about how it was made.
type reportOrigin struct {
	Provenance reports.Provenance   `json:"provenance"`
	Notes      []reports.InputNote  `json:"notes"`
	Selection  reports.RowSelection `json:"selection"`
	Second     *reports.SecondTest  `json:"second"` // nil if it has no second test

	Record *tournament.EventRecord `json:"record"` // of the event; nil if nothing is on record
	Claim  *reports.EngineClaim    `json:"claim"`  // nil if the report is of none

	onRecord *tournament.EventRecord // as somebody has named it; nil if the report needs none
}

func verify(ctx context.Context, p *config.Program, f verifyFlags, path string, files []string) (err error) {
	if !(f.share > 0 && f.share <= 1) {
		return fault.New(fault.Invalid, "share", "--share must be above 0 and at most 1, not %v", f.share)
	}
	body, err := os.ReadFile(path)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "no_file", "the report %s cannot be read", path)
	}
	var report reportOrigin
	made := &report.Provenance
	if err := json.Unmarshal(body, &report); err != nil || !slices.Contains([]string{reports.TaskScreen, reports.TaskTest, reports.TaskClaim}, made.Task) {
		return fault.New(fault.Invalid, "no_report", "%s is no report in JSON that names its command and files", path)
	}
	if err := f.logged(p, body); err != nil {
		return err
	}
	if f.Second, err = report.secondEngine(f.Second); err != nil {
		return err
	}
	known, files, err := filesOf(made, filepath.Dir(path), files)
	if err != nil {
		return err
	}
	in, err := p.ReadAs(ctx, files, known)
	if err != nil {
		return err
	}
	if report.onRecord, err = f.onRecord(made); err != nil {
		return err
	}
	if report.onRecord != nil {
		in.Entries = report.onRecord.Roster
	}
	in.Notes = append(in.Notes, passedOver(report.Notes, made.Inputs)...)
	f.Recipe = made.Recipe.Name
	if made.Option("book") == "none" {
		f.Book = "none"
	}
	run, err := config.Prepare(ctx, p, f.EvaluationFlags)
	if err != nil {
		return err
	}
	defer run.Close(&err)
	d := otherTerms("provenance", &made.Basis, run)
	if d == nil && report.Second != nil {
		d = otherTerms("second", &report.Second.Basis, run.Second)
	}
	if d != nil {
		return differs(d)
	}
	recheck, done, err := recheck(ctx, p, run, body, f.share)
	if err != nil {
		return err
	}
	defer func() { done(err == nil || fault.KindOf(err) == fault.Corrupt, &err) }()
	again, err := again(ctx, p, &report, f.Quiet, run, in)
	if err != nil {
		return err
	}
	if g, ply := recheck.Differs(in.Games); g != nil {
		return fault.New(fault.Corrupt, "evaluation_differs", "the engine says something else now than the cache has: %s, %s – %s, %s", g.Source, g.White.Name, g.Black.Name, moveName(g, ply))
	}
	return compared(p, &report, body, again, f.share)
}

// logged says since when, and in which log, the report was, if there is a proof of that.
func (v *verifyFlags) logged(p *config.Program, body []byte) error {
	switch {
	case v.proof == "" && v.logKey != "":
		return fault.New(fault.Invalid, "log_proof", "a report does not hold the proof that it was in the log of a service: name that with --proof")
	case v.proof == "":
		return nil
	}
	proof, err := os.ReadFile(v.proof)
	if err != nil {
		return fault.Wrap(err, fault.NotFound, "no_file", "the proof %s cannot be read", v.proof)
	}
	digest := sha256.Sum256(body)
	said, err := provedLog(proof, hex.EncodeToString(digest[:]), v.logKey)
	if err != nil {
		return err
	}
	_, err = io.WriteString(p.Stdout, said)
	return err
}

// recheck replaces the cache of the run by one that evaluates again. done ends this: the
// evaluations are kept for the next attempt unless everything is finished.
func recheck(ctx context.Context, p *config.Program, run *config.Prepared, body []byte, share float64) (_ *pipeline.Recheck, done func(complete bool, err *error), _ error) {
	digest := sha256.Sum256(body)
	seed := hex.EncodeToString(digest[:])
	folder, err := os.UserCacheDir()
	if err != nil {
		return nil, nil, fault.Wrap(err, fault.Unavailable, "cache", "there is no cache folder")
	}
	path := filepath.Join(folder, "fairplay", "verification-"+seed[:16]+".db")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, fault.Wrap(err, fault.Unavailable, "cache", "cannot make the cache folder")
	}
	fresh, err := store.OpenCache(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	c := &pipeline.Recheck{Fresh: fresh, Kept: run.Evaluator.Cache, Seed: seed, Share: share}
	for r := run; r != nil; r = r.Second {
		if err := fresh.RegisterRecipe(ctx, r.Recipe); err != nil {
			fresh.Close()
			return nil, nil, err
		}
		r.Evaluator.Cache = c
	}
	return c, func(complete bool, err *error) {
		if failed := fresh.Close(); failed != nil && *err == nil {
			*err = failed
		}
		if complete {
			for _, ending := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(path + ending) // useless files; a failure concerns nobody
			}
		}
	}, nil
}

// again makes the report from the stated options and its record of the event, as JSON.
func again(ctx context.Context, p *config.Program, report *reportOrigin, quiet bool, run *config.Prepared, in pipeline.Input) ([]byte, error) {
	made, test := &report.Provenance, &testFlags{}
	test.asked.Record = report.Record
	var f reporting = test
	switch made.Task {
	case reports.TaskScreen:
		screening := &screenFlags{}
		screening.record = report.onRecord
		f = screening
	case reports.TaskClaim:
		f = &claimFlags{claim: report.Claim, asked: reports.TestRequest{Record: report.Record}}
	}
	if err := stated(f, append(slices.Clone(made.Options), reports.StatedOption{Name: "quiet", Value: strconv.FormatBool(quiet)})); err != nil {
		return nil, err
	}
	if err := test.moment(); err != nil {
		return nil, err
	}
	draw, err := f.report(ctx, p, run, in)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = draw(&out, "json", render.Options{})
	return out.Bytes(), err
}

// stated sets flags to the options that a report states.
func stated(f reporting, options []reports.StatedOption) error {
	flags := pflag.NewFlagSet("report", pflag.ContinueOnError)
	f.add(flags)
	for _, o := range options {
		if o.Value == "" {
			continue
		}
		if err := flags.Set(o.Name, o.Value); err != nil {
			return fault.New(fault.Invalid, "option", "the report states --%s %q, which this fairplay does not know: %v", o.Name, o.Value, err)
		}
	}
	return nil
}

// compared reports whether a report comes out the same, or where it differs. Another version of
// the program is mentioned, but is not a difference.
func compared(p *config.Program, report *reportOrigin, was, is []byte, share float64) error {
	made := &report.Provenance
	now := config.Provenance(made.Engine)
	ignored := map[string]bool{}
	if made.Version != now.Version || made.Commit != now.Commit || made.Modified != now.Modified {
		fmt.Fprintf(p.Stderr, "The report was made by %s; this is %s.\n", builtAs(made), builtAs(&now))
		ignored["provenance.version"], ignored["provenance.commit"], ignored["provenance.modified"] = true, true, true
	}
	var again reportOrigin
	if err := json.Unmarshal(is, &again); err == nil && again.Provenance.Engine.SHA256 != made.Engine.SHA256 {
		otherBuild(p, "provenance", ignored)
	}
	if report.Second != nil && again.Second != nil && again.Second.Engine.SHA256 != report.Second.Engine.SHA256 {
		otherBuild(p, "second", ignored)
	}
	d, err := reports.FirstDifference(was, is, func(path string) bool { return ignored[path] })
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "no_report", "the report cannot be read")
	}
	if d != nil {
		return differs(d)
	}
	_, err = fmt.Fprintf(p.Stdout, "identical\n%s\n", repetition(share))
	return err
}

// repetition says what an identical report is, and what it is not.
func repetition(share float64) string {
	anew := "every position"
	if share < 1 {
		anew = fmt.Sprintf("%v of the positions", share)
	}
	return "This is a repetition: the same recipe, " + anew + " evaluated anew. It is not the independent second test, which another\n" +
		"person makes after the event on his own copy of the games (Arbiters' Manual 2022, ch. 3, Regan's notes, II)."
}

// otherBuild says that an engine is another build, and which fields are therefore ignored.
func otherBuild(p *config.Program, where string, ignored map[string]bool) {
	fmt.Fprintln(p.Stderr, "The engine is another build that evaluates the reference positions alike.")
	for _, path := range []string{"engine.sha256", "engine.author", "recipe.engine_sha256", "recipe_fingerprint"} {
		ignored[where+"."+path] = true
	}
}

func differs(d *reports.Difference) error {
	return fault.New(fault.Corrupt, "report_differs", "the first difference is %s: %s in the report, %s now", d.Where, d.Was, d.Is)
}

func builtAs(p *reports.Provenance) string {
	text := strings.TrimSpace(p.Program + " " + p.Version + " " + p.Commit)
	if p.Modified {
		text += " with changes"
	}
	return text
}
