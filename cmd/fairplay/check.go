package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports/store"
)

const checkHelp = `Prove that what is stored is what fairplay wrote: the content of files, games,
recipes, evaluations and reports by the hash under which it was stored; every row of
events, batches, links, reports, tests, tokens, grants, journals, complaints and of the
audit by one log, a chain of seals to which each writing adds; complaints by their keys,
with which sealed content must open unless it was erased; evaluations by the sum of
their hashes; and whatever lets somebody in (tokens and their roles, sign-ins, who sees an
event or a complaint) by its mark of the server key. Every row that others changed, removed
or added is named, and the exit code is then 8. Damage that SQLite finds in the file
itself is named too. The service may run meanwhile.

Anybody who can write to the database and knows fairplay could build the log again, or
put an older copy in its place, and nothing in it would show that. So the service signs a
checkpoint of the log every hour, and whenever an event is closed, a package or a case
file is made, and sends it where you want (--checkpoint-file, --checkpoint-webhook,
--checkpoint-to). Give those that you hold back with --checkpoints: the check then shows
whether the log still goes through them. One of the last lines names the end of the log,
which --noted compares in the same way.`

// checkCommand returns the command "fairplay check".
func checkCommand(p *config.Program) *cobra.Command {
	var asJSON, quiet bool
	var noted string
	var files []string
	c := &cobra.Command{
		Use: "check", Short: "Prove that what is stored is what fairplay wrote", Long: checkHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay check", "fairplay check --noted 'seal 93, 0d1e22a8...'"),
		RunE: func(c *cobra.Command, _ []string) error {
			ends, err := parseNoted(noted)
			if err != nil {
				return err
			}
			outside, err := checkpointsIn(p, c, files)
			if err != nil {
				return err
			}
			return config.WithAnyStore(p, c, func(ctx context.Context, db *store.DB) error {
				return check(ctx, p, db, ends, outside, asJSON, quiet)
			})
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	c.Flags().StringVar(&noted, "noted", "", "earlier `END` of the log, as one of the last lines named it")
	c.Flags().StringArrayVar(&files, "checkpoints", nil, "`FILE` of checkpoints to compare the database with, beside that of --checkpoint-file; may be given again")
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	c.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	return c
}

// notedEnd is an end of the log that somebody noted, or of the audit when it had a chain of its own.
type notedEnd struct {
	of   string // "entry" of the audit, or "seal"
	seq  int64
	hash []byte
}

// parseNoted reads numbers and hashes of entries in the wording of check; the word "entry" may be left out.
func parseNoted(text string) (ends []notedEnd, err error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,.:;\n", r) })
	for len(words) > 0 {
		end := notedEnd{of: "entry"}
		if words[0] == "entry" || words[0] == "seal" {
			end.of, words = words[0], words[1:]
		}
		if len(words) < 2 {
			return nil, wrongEnd()
		}
		var err, err2 error
		end.seq, err = strconv.ParseInt(words[0], 10, 64)
		end.hash, err2 = hex.DecodeString(words[1])
		if err != nil || err2 != nil || end.seq < 1 || len(end.hash) != sha256.Size {
			return nil, wrongEnd()
		}
		ends, words = append(ends, end), words[2:]
	}
	return ends, nil
}

func wrongEnd() error {
	return fault.New(fault.Invalid, "noted",
		"--noted is the end of the log as an earlier check named it, for instance 'seal 93, 0d1e...'")
}

// notedEnds compares the log with noted ends.
func notedEnds(ctx context.Context, db *store.DB, ends []notedEnd) (lost []store.Damage, err error) {
	for _, end := range ends {
		compare := db.CheckNotedAudit
		if end.of == "seal" {
			compare = db.CheckNoted
		}
		damages, err := compare(ctx, end.seq, end.hash)
		if err != nil {
			return nil, err
		}
		lost = append(lost, damages...)
	}
	return lost, nil
}

// checkpointsIn reads the checkpoints in files: those that are named, which must exist, and the one to which the service
// appends, which may not exist yet.
func checkpointsIn(p *config.Program, c *cobra.Command, named []string) (all []store.Checkpoint, err error) {
	settings, err := config.Read(p, c, config.ForStore)
	if err != nil {
		return nil, err
	}
	if settings.CheckpointFile != "" && config.IsFile(settings.CheckpointFile) {
		named = append(named, settings.CheckpointFile)
	}
	for _, name := range named {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fault.Wrap(err, fault.NotFound, "checkpoints", "the checkpoints cannot be read")
		}
		found := store.Checkpoints(string(text))
		if len(found) == 0 {
			return nil, fault.New(fault.Invalid, "checkpoints", "there is no checkpoint in %s", name)
		}
		all = append(all, found...)
	}
	return all, nil
}

func check(ctx context.Context, p *config.Program, db *store.DB, noted []notedEnd, outside []store.Checkpoint, asJSON, quiet bool) error {
	bars := map[string]*config.StepsBar{}
	found, err := db.Check(ctx, func(now store.CheckProgress) {
		if bars[now.What] == nil {
			bars[now.What] = p.StepsBar(quiet, now.What+": pieces checked")
		}
		bars[now.What].Update(now.Done, now.Total)
	})
	for _, bar := range bars {
		bar.Finish()
	}
	var witnessed store.Witnessed
	if err == nil {
		var lost []store.Damage
		lost, err = notedEnds(ctx, db, noted)
		found.Damages = append(found.Damages, lost...)
	}
	if err == nil {
		witnessed, err = db.Witness(ctx, outside)
		found.Damages = append(found.Damages, witnessed.Damages...)
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = json.NewEncoder(p.Stdout).Encode(checkAnswer(found, witnessed))
	} else if err = printChecked(p.Stdout, found); err == nil {
		err = printWitnessed(p.Stdout, witnessed)
	}
	if n := len(found.Damages); err == nil && n > 0 {
		err = fault.New(fault.Corrupt, "damaged", "%d stored pieces are not as fairplay wrote them", n)
	}
	return err
}

func printChecked(w io.Writer, c store.Checked) error {
	for _, d := range c.Damages {
		fmt.Fprintf(w, "%s %s: %s\n", d.What, d.ID, d.Reason)
	}
	verdict := "Everything is as fairplay wrote it."
	if c.Audit == 0 && len(c.Damages) == 0 {
		verdict = "The database is empty: nothing was ever done in it, so nothing shows that it is the one you mean."
	}
	if len(c.Damages) > 0 {
		verdict = "What is not as fairplay wrote it is named above."
	}
	fmt.Fprintf(w, "Checked: %d uploads, %d games, %d recipes, %d evaluations, %d reports, %d performances, %d entries of %d complaints with %d attachments, %d audit entries, %d sealed rows. %s\n",
		c.Uploads, c.Games, c.Recipes, c.Evaluations, c.Reports, c.Performances, c.CaseEntries, c.Cases, c.Attachments, c.Audit, c.Rows, verdict)
	switch {
	case c.Keyless:
		fmt.Fprintln(w, "The server key is not here, so whether tokens, sign-ins, events and complaints carry its mark, and whether complaints can be read, were not checked.")
	case c.KeyID == "":
		fmt.Fprintln(w, "The database is not marked with a server key.")
	default:
		fmt.Fprintf(w, "%d rows that let somebody in were compared with their marks of the server key %s.\n", c.Marked, c.KeyID)
	}
	end := "it is empty"
	if c.SealHead > 0 {
		end = hex.EncodeToString(c.SealHash)
	}
	_, err := fmt.Fprintf(w, "The log ends with seal %d, %s.\n", c.SealHead, end)
	return err
}

// printWitnessed says what checkpoints show, and what cannot be known without any.
func printWitnessed(w io.Writer, c store.Witnessed) error {
	for _, left := range c.Restored {
		fmt.Fprintf(w, "The checkpoint %s is of a state that a restore of an older copy has left behind; the audit names the restore.\n", left)
	}
	if c.Verifier != "" {
		fmt.Fprintf(w, "Its %d checkpoints are signed by %s.\n", c.Inside, c.Verifier)
	}
	var err error
	if c.Outside == 0 {
		_, err = fmt.Fprintln(w, "No checkpoint from outside the database was found, so that it may be an older copy of itself: see --checkpoints and --checkpoint-file.")
	} else if c.Newest.Seal > 0 {
		_, err = fmt.Fprintf(w, "Compared with %d checkpoints from outside; it goes through that of %s.\n", c.Outside, c.Newest.At.UTC().Format(time.RFC3339))
	}
	return err
}

// checked is the JSON form of a store.Checked.
type checked struct {
	Uploads      int       `json:"uploads"`
	Games        int       `json:"games"`
	Recipes      int       `json:"recipes"`
	Evaluations  int       `json:"evaluations"`
	Reports      int       `json:"reports"`
	Performances int       `json:"performances"`
	Cases        int       `json:"cases"`
	CaseEntries  int       `json:"case_entries"`
	Attachments  int       `json:"attachments"`
	Audit        int       `json:"audit"`
	Rows         int       `json:"rows"`
	Seals        int       `json:"seals"`
	SealHead     int64     `json:"seal_head"`
	SealHash     string    `json:"seal_hash"`
	Marked       int       `json:"marked"`
	ServerKey    string    `json:"server_key"`
	Keyless      bool      `json:"keyless,omitempty"`
	Checkpoints  int       `json:"checkpoints"`        // compared, from outside the database
	Verifier     string    `json:"verifier"`           // of its checkpoints
	Newest       time.Time `json:"newest,omitzero"`    // of those compared
	Restored     []string  `json:"restored,omitempty"` // checkpoints that a restore has left behind
	Damages      []damaged `json:"damages"`
}

type damaged struct {
	What   string `json:"what"`
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

func checkAnswer(c store.Checked, w store.Witnessed) checked {
	answer := checked{c.Uploads, c.Games, c.Recipes, c.Evaluations, c.Reports, c.Performances, c.Cases, c.CaseEntries, c.Attachments, c.Audit,
		c.Rows, c.Seals, c.SealHead, hex.EncodeToString(c.SealHash), c.Marked, c.KeyID, c.Keyless, w.Outside, w.Verifier, w.Newest.At, w.Restored, []damaged{}}
	for _, d := range c.Damages {
		answer.Damages = append(answer.Damages, damaged(d))
	}
	return answer
}
