package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/cmd/config"
	"fairplay/reports/access"
	"fairplay/reports/store"
)

const tokenHelp = `A token gives access to its bearer. It is shown once, when it is made, and only its
hash is kept. What it opens depends on its role and on what the role is bound to: an event,
a case or a federation. A person with roles in several events needs only one token:
the API adds grants to it.`

// tokenCommand returns the command "fairplay token".
func tokenCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "token", Short: "Make, list and revoke the tokens that let people in", Long: tokenHelp, Args: config.Args(cobra.NoArgs)}
	c.AddCommand(tokenCreateCommand(p), tokenListCommand(p), tokenRevokeCommand(p))
	return c
}

// tokenRoles lists the roles that a token can have.
func tokenRoles() string {
	var names []string
	for _, r := range access.Roles() {
		names = append(names, string(r))
	}
	return strings.Join(names, ", ")
}

// tokenFlags describe a new token.
type tokenFlags struct {
	access.Grant
	name string
	days int
}

const tokenCreateHelp = `Make a token and print it, this once. An administrator looks after tokens and events
and sees no statistics. A chief arbiter creates events and works in those that he
created. A federation officer needs --federation. Chair and secretary of the FPL see
all complaints if bound to nothing. Investigator, complainant and respondent are
roles in a case (--case). The other roles are roles in an event (--event), that of a
member of the FPL also in a case; without either, a token opens nothing until a chief
arbiter names its id in his event.`

func tokenCreateCommand(p *config.Program) *cobra.Command {
	var f tokenFlags
	c := &cobra.Command{
		Use: "create --role ROLE --name NAME", Short: "Make a token and print it, this once", Long: tokenCreateHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example(`fairplay token create --role chief-arbiter --name "Anna Arbiter"`,
			`fairplay token create --role federation-officer --federation UKR --name "Office, Kyiv" --days 90`),
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			return config.WithStore(p, c, func(ctx context.Context, db *store.DB) error { return createToken(ctx, p, db, f) })
		},
	}
	flags := c.Flags()
	flags.StringVar((*string)(&f.Role), "role", "", "`ROLE` of the bearer: "+tokenRoles())
	flags.StringVar(&f.Event, "event", "", "bind the role to the event with this `ID`")
	flags.StringVar(&f.Case, "case", "", "bind the role to the case with this `ID`")
	flags.StringVar(&f.Federation, "federation", "", "bind the role to this federation, by its `CODE` of three letters")
	flags.StringVar(&f.name, "name", "", "`NAME` of the bearer, for the list of tokens")
	flags.IntVar(&f.days, "days", usualDays, "the token ends after so many `DAYS`")
	config.AddFlags(flags, config.ForStore)
	return c
}

// check finds contradictions in the flags.
func (t *tokenFlags) check() error {
	switch {
	case t.Role == "":
		return fault.New(fault.Invalid, "token", "say with --role what the bearer may do; choose one of %s", tokenRoles())
	case strings.TrimSpace(t.name) == "":
		return fault.New(fault.Invalid, "token", "say with --name whose token it is")
	case t.days < 1 || t.days > mostDays:
		return fault.New(fault.Invalid, "token", "--days must be from 1 to %d", mostDays)
	}
	return t.Grant.Validate()
}

// The default and the greatest lifetime of a token: one year and ten.
const (
	usualDays = 365
	mostDays  = 3650
)

func createToken(ctx context.Context, p *config.Program, db *store.DB, f tokenFlags) error {
	if f.Event != "" {
		if _, err := db.Event(ctx, f.Event); err != nil {
			return err
		}
	}
	at := p.Now().UTC()
	t, secret, err := newToken(f.name, f.Grant, at)
	if err != nil {
		return err
	}
	t.Expires = at.AddDate(0, 0, f.days)
	if err := db.AddToken(ctx, t); err != nil {
		return err
	}
	if err := noteToken(ctx, db, "createToken", t, at); err != nil {
		return err
	}
	fmt.Fprintf(p.Stderr, "Token %s of %s, %s, until %s. It is shown this once:\n", t.ID, t.Name, inWords(t.Grants), t.Expires.Format(time.DateOnly))
	_, err = fmt.Fprintln(p.Stdout, secret)
	return err
}

func tokenRevokeCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "revoke ID", Short: "Make a token open nothing from now on", Args: config.Args(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, a []string) error {
			return config.WithStore(p, c, func(ctx context.Context, db *store.DB) error {
				at := p.Now().UTC()
				if err := db.RevokeToken(ctx, a[0], at); err != nil {
					return err
				}
				_, err := fmt.Fprintf(p.Stdout, "Token %s is revoked.\n", a[0])
				return errors.Join(err, noteToken(ctx, db, "revokeToken", store.Token{ID: a[0]}, at))
			})
		},
	}
	config.AddFlags(c.Flags(), config.ForStore)
	return c
}
