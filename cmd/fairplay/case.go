package main

import (
	"context"
	"crypto/rand"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/cmd/config"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

const caseHelp = `Work on complaints: file them, see their state, act on them by the procedure, and
export them. The commands work on the database of the service, with or without a
running server, and do what the API does, for the holder of a token. The secret of the
token is in a file, named by --token-file; what it opens depends on its roles. Every
reading and every writing goes into the audit before anything is shown.

A case is named by its number (C-3F9A-07BD) or its ID. A case that does not exist and one
that is not open to you get the same answer. The program keeps procedure and papers;
people decide.`

// caseCommand returns the command "fairplay case".
func caseCommand(p *config.Program) *cobra.Command {
	c := &cobra.Command{Use: "case", Short: "File complaints, act on them, export them", Long: caseHelp, Args: config.Args(cobra.NoArgs)}
	c.AddCommand(fileCommand(p), listCommand(p), showCommand(p), actCommand(p), exportCommand(p))
	return c
}

// holderFlags name the holder of a token.
type holderFlags struct {
	token string // file with the secret
}

func (h *holderFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&h.token, "token-file", "", "`FILE` with the secret of your token; - for standard input")
	config.AddFlags(flags, config.ForStore|config.ForCases)
}

// mostSecret is the greatest length of a file with a secret, in bytes.
const mostSecret = 1000

// do runs something as the holder of the token.
func (h *holderFlags) do(p *config.Program, c *cobra.Command, do func(context.Context, *registry.Holder) error) error {
	if h.token == "" {
		return fault.New(fault.Invalid, "no_token", "name the file with the secret of your token with --token-file")
	}
	file, err := p.Open(h.token)
	if err != nil {
		return err
	}
	defer file.Close()
	secret, err := io.ReadAll(io.LimitReader(file, mostSecret))
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "no_file", "cannot read %s", h.token)
	}
	settings, err := config.Read(p, c, config.ForStore|config.ForCases)
	if err != nil {
		return err
	}
	return config.WithStore(p, c, func(ctx context.Context, db *store.DB) error {
		token, err := db.TokenByHash(ctx, api.HashSecret(strings.TrimSpace(string(secret))))
		if fault.KindOf(err) == fault.NotFound {
			return fault.New(fault.Unauthenticated, "unknown_token", "the token in %s is not known", h.token)
		}
		if err != nil {
			return err
		}
		if err := token.Valid(p.Now()); err != nil {
			return err
		}
		audit := func(ctx context.Context, entries ...store.AuditEntry) error { return db.Audit(ctx, entries) }
		return do(ctx, &registry.Holder{
			Register: &registry.Register{Store: db, Events: work.Records{Service: &work.Service{Store: db, Now: p.Now}}, Now: p.Now, Random: rand.Reader, Scan: &settings.Scanner},
			Door:     door.New(db, audit, p.Now), Token: token,
		})
	})
}

// langFlag adds the language of what is printed.
func langFlag(flags *pflag.FlagSet, lang *string) {
	*lang = "en"
	flags.Var(config.NewWord(lang, render.Languages(), "language of the papers"), "lang", "language, as `CODE`: "+strings.Join(render.Languages(), ", "))
}
