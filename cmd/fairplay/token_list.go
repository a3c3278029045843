package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"fairplay/cmd/config"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

func tokenListCommand(p *config.Program) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: "Say which tokens there are, and when each was last used", Args: config.Args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error {
			return config.WithStore(p, c, func(ctx context.Context, db *store.DB) error {
				all, err := allTokens(ctx, db)
				if err != nil {
					return err
				}
				if asJSON {
					return json.NewEncoder(p.Stdout).Encode(tokensAnswer(all))
				}
				return printTokens(p.Stdout, all, p.Now())
			})
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return c
}

func allTokens(ctx context.Context, db *store.DB) ([]store.Token, error) {
	const page = 500
	var all []store.Token
	for after := ""; ; after = all[len(all)-1].ID {
		some, err := db.Tokens(ctx, after, page)
		if err != nil {
			return nil, err
		}
		if all = append(all, some...); len(some) < page {
			return all, nil
		}
	}
}

func printTokens(w io.Writer, all []store.Token, now time.Time) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "id\tname\troles\tcreated\tends\tlast used")
	for _, token := range all {
		ends := day(token.Expires, "never")
		if token.Forged {
			ends = "altered by others"
		} else if !token.Revoked.IsZero() {
			ends = "revoked " + day(token.Revoked, "")
		} else if !token.Expires.IsZero() && !now.Before(token.Expires) {
			ends = "expired " + ends
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", token.ID, token.Name, inWords(outsideCases(token.Grants)), day(token.Created, "-"), ends, day(token.LastUsed, "never"))
	}
	return t.Flush()
}

// day returns the day (UTC), or unset if the time is zero.
func day(at time.Time, unset string) string {
	if at.IsZero() {
		return unset
	}
	return at.UTC().Format(time.DateOnly)
}

// outsideCases leaves out parts in cases: those who manage tokens may not see them.
func outsideCases(grants []access.Grant) []access.Grant {
	return slices.DeleteFunc(slices.Clone(grants), func(g access.Grant) bool { return g.Case != "" })
}

// inWords lists roles and their bindings.
func inWords(grants []access.Grant) string {
	var all []string
	for _, g := range grants {
		text := string(g.Role)
		for _, bound := range [][2]string{{"event", g.Event}, {"case", g.Case}, {"federation", g.Federation}} {
			if bound[1] != "" {
				text += " (" + bound[0] + " " + bound[1] + ")"
			}
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// listedToken is the JSON form of a token.
type listedToken struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Grants   []access.Grant `json:"grants"`
	Created  time.Time      `json:"created"`
	Expires  time.Time      `json:"expires,omitzero"`
	LastUsed time.Time      `json:"last_used,omitzero"`
	Revoked  time.Time      `json:"revoked,omitzero"`
	Forged   bool           `json:"forged,omitempty"`
}

func tokensAnswer(all []store.Token) []listedToken {
	answer := []listedToken{}
	for _, t := range all {
		answer = append(answer, listedToken{t.ID, t.Name, outsideCases(t.Grants), t.Created, t.Expires, t.LastUsed, t.Revoked, t.Forged})
	}
	return answer
}
