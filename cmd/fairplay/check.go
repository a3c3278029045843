package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/reports/store"
)

const checkHelp = `Compare everything that is stored with the hash that it was stored under: uploads,
games, recipes, evaluations and reports, and the chain of the audit entries, of
which each holds the hash of the one before; and what is stored of single players
with the reports that it comes from. Every damage is named, and the exit
code is then 8. The service may run meanwhile.

The last line names the end of the audit chain. Whoever can write in the database
could drop the last entries, or make the whole chain anew, and nothing in it would
betray that. So write the end down from time to time, elsewhere, and give it back
with --noted: the check then shows whether the chain still goes through that entry.`

func (p *program) checkCommand() *cobra.Command {
	var asJSON, quiet bool
	var noted string
	c := &cobra.Command{
		Use: "check", Short: "Verify every stored hash and the audit chain", Long: checkHelp, Args: args(cobra.NoArgs),
		Example: example("fairplay check", "fairplay check --noted 'entry 218, 9f2b7c41...'"),
		RunE: func(c *cobra.Command, _ []string) error {
			end, err := parseChainEnd(noted)
			if err != nil {
				return err
			}
			return p.withStore(c, func(ctx context.Context, db *store.DB) error { return p.check(ctx, db, end, asJSON, quiet) })
		},
	}
	addSettings(c.Flags(), forStore)
	c.Flags().StringVar(&noted, "noted", "", "an earlier `END` of the audit chain, as the last line named it")
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	c.Flags().BoolVar(&quiet, "quiet", false, "show no progress")
	return c
}

// chainEnd is an end of the audit chain that was written down; the zero value is
// none.
type chainEnd struct {
	seq  int64
	hash []byte
}

// parseChainEnd reads the number and the hash of an entry, in the words of check or
// without them.
func parseChainEnd(text string) (chainEnd, error) {
	if text == "" {
		return chainEnd{}, nil
	}
	words := strings.FieldsFunc(strings.TrimPrefix(text, "entry"), func(r rune) bool { return strings.ContainsRune(" ,.:", r) })
	wrong := fault.New(fault.Invalid, "noted", "--noted is the end of the audit chain as an earlier check named it, for instance 'entry 218, 9f2b...'")
	if len(words) != 2 {
		return chainEnd{}, wrong
	}
	seq, err := strconv.ParseInt(words[0], 10, 64)
	hash, err2 := hex.DecodeString(words[1])
	if err != nil || err2 != nil || seq < 1 || len(hash) != sha256.Size {
		return chainEnd{}, wrong
	}
	return chainEnd{seq, hash}, nil
}

func (p *program) check(ctx context.Context, db *store.DB, noted chainEnd, asJSON, quiet bool) error {
	bars := map[string]*steps{}
	found, err := db.Check(ctx, func(now store.CheckProgress) {
		if bars[now.What] == nil {
			bars[now.What] = p.steps(quiet, now.What+": pieces checked")
		}
		bars[now.What].update(now.Done, now.Total)
	})
	for _, bar := range bars {
		bar.finish()
	}
	if err == nil && noted.seq > 0 {
		var lost []store.Damage
		lost, err = db.CheckNoted(ctx, noted.seq, noted.hash)
		found.Damages = append(found.Damages, lost...)
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = json.NewEncoder(p.stdout).Encode(checkAnswer(found))
	} else {
		err = printChecked(p.stdout, found)
	}
	if n := len(found.Damages); err == nil && n > 0 {
		err = fault.New(fault.Corrupt, "damaged", "%d stored pieces do not match their hash", n)
	}
	return err
}

func printChecked(w io.Writer, c store.Checked) error {
	for _, d := range c.Damages {
		fmt.Fprintf(w, "%s %s: %s\n", d.What, d.ID, d.Reason)
	}
	verdict := "Everything matches its hash."
	if len(c.Damages) > 0 {
		verdict = "What does not match its hash is named above."
	}
	_, err := fmt.Fprintf(w, "Checked: %d uploads, %d games, %d recipes, %d evaluations, %d reports, %d performances, %d audit entries. %s\nThe audit chain ends with entry %d, %s.\n",
		c.Uploads, c.Games, c.Recipes, c.Evaluations, c.Reports, c.Performances, c.Audit, verdict, c.Head, headHash(c))
	return err
}

func headHash(c store.Checked) string {
	if c.Head == 0 {
		return "it is empty"
	}
	return hex.EncodeToString(c.HeadHash)
}

// checked is a store.Checked as JSON shows it.
type checked struct {
	Uploads      int       `json:"uploads"`
	Games        int       `json:"games"`
	Recipes      int       `json:"recipes"`
	Evaluations  int       `json:"evaluations"`
	Reports      int       `json:"reports"`
	Performances int       `json:"performances"`
	Audit        int       `json:"audit"`
	Head         int64     `json:"head"`
	HeadHash     string    `json:"head_hash"`
	Damages      []damaged `json:"damages"`
}

type damaged struct {
	What   string `json:"what"`
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

func checkAnswer(c store.Checked) checked {
	answer := checked{c.Uploads, c.Games, c.Recipes, c.Evaluations, c.Reports, c.Performances, c.Audit, c.Head, hex.EncodeToString(c.HeadHash), []damaged{}}
	for _, d := range c.Damages {
		answer.Damages = append(answer.Damages, damaged(d))
	}
	return answer
}
