package main

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"fairplay/analysis/fault"
	"fairplay/api"
	"fairplay/api/web"
	"fairplay/cmd/config"
	"fairplay/reports/store"
)

const openHelp = `Open fairplay on this computer, for one person: the service starts, reachable from this
computer alone, with its data in your own folder, and your browser opens with you
signed in. Drop the games of an event on the page, and its table follows.

Ctrl-C, or closing this window, ends it; nothing is lost, and the next 'fairplay open'
continues from there. A double click on the program does the same as 'fairplay open'.`

// localPort is where 'fairplay open' listens if nobody else does, so that a browser finds it again.
const localPort = "127.0.0.1:8317"

// openCommand returns the command "fairplay open".
func openCommand(p *config.Program) *cobra.Command {
	browser := true
	c := &cobra.Command{
		Use: "open", Short: "Open the pages on this computer, signed in", Long: openHelp, Args: config.Args(cobra.NoArgs),
		Example: config.Example("fairplay open", "fairplay open --data D:\\event --browser=false"),
		RunE: func(c *cobra.Command, _ []string) error {
			settings, err := config.Read(p, c, config.ForServer)
			if err != nil {
				return err
			}
			if err := makeLocal(c, settings); err != nil {
				return err
			}
			err = serve(c.Context(), p, settings, &local{folder: settings.Data, browser: browser})
			if f, ok := errors.AsType[*fault.Error](err); ok && f.Code == "folder_in_use" {
				return fault.New(fault.Conflict, "open_already", "fairplay is open already: look for its page in your browser, or end it in its own window first")
			}
			return err
		},
	}
	config.AddFlags(c.Flags(), config.ForServer)
	c.Flags().BoolVar(&browser, "browser", true, "open the browser; else only say which file opens it")
	return c
}

// makeLocal puts the data into the user's folder and takes a free port, unless the settings say otherwise.
func makeLocal(c *cobra.Command, s *config.Sourced) error {
	if s.IsDefault("data") {
		home, err := os.UserConfigDir()
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "user_folder", "this computer does not say where your files lie; name a folder with --data")
		}
		s.Data = filepath.Join(home, "fairplay")
	}
	if s.IsDefault("listen") {
		s.Listen = localPort
		if l, err := net.Listen("tcp", s.Listen); err != nil {
			s.Listen = "127.0.0.1:0"
		} else if err := l.Close(); err != nil {
			return err
		}
	}
	if s.IsDefault("log-level") {
		s.LogLevel = slog.LevelWarn // the terminal is for the person
	}
	host, _, err := net.SplitHostPort(s.Listen)
	if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() {
		return fault.New(fault.Invalid, "not_local", "'fairplay open' is for this computer alone; for others there is 'fairplay serve'")
	}
	return nil
}

// local is a service for the person at this computer.
type local struct {
	folder  string
	browser bool
	door    web.Here
}

// localTokenFile contains the id of the token of the person at this computer. It is not secret:
// what signs him in is that he can read openFile.
const (
	localTokenFile = "this-computer"
	openFile       = "open.html"
)

// token returns the token of the person at this computer, which is made once: a chief arbiter, whose events are his own.
func (l *local) token(ctx context.Context, s *service) (store.Token, error) {
	path := filepath.Join(l.folder, localTokenFile)
	if id, err := os.ReadFile(path); err == nil {
		token, err := s.db.Token(ctx, strings.TrimSpace(string(id)))
		if err == nil && token.Valid(s.now()) == nil || err != nil && fault.KindOf(err) != fault.NotFound {
			return token, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return store.Token{}, err
	}
	token, err := api.LocalToken(rand.Reader, s.now().UTC())
	if err != nil {
		return token, err
	}
	if err := s.db.AddToken(ctx, token); err != nil {
		return token, err
	}
	return token, config.WriteWhole(path, config.OwnerOnly, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, token.ID)
		return err
	})
}

// prepare lets the person at this computer sign in to the service.
func (l *local) prepare(ctx context.Context, s *service) error {
	if _, err := l.token(ctx, s); err != nil {
		return fault.Wrap(err, fault.Unavailable, "data_folder", "the folder %s cannot be used", l.folder)
	}
	l.door.Token = func(ctx context.Context) (string, error) {
		token, err := l.token(ctx, s)
		return token.ID, err
	}
	s.here = &l.door
	return nil
}

//go:embed open.html
var openPage string

// greet, which comes before the service is ready, writes the file that signs its reader in, and opens it in the browser. The code in it works
// once, and only its owner can read it: a code in an address would appear in process lists that
// others see.
func (l *local) greet(p *config.Program, url string) error {
	code, _, err := api.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	page, err := template.New("open").Parse(openPage)
	if err != nil {
		return err
	}
	path, err := filepath.Abs(filepath.Join(l.folder, openFile))
	if err != nil {
		return err
	}
	err = config.WriteWhole(path, config.OwnerOnly, func(w io.Writer) error {
		return page.Execute(w, map[string]string{"URL": url, "Code": code})
	})
	if err != nil {
		return err
	}
	l.door.Expect(code, p.Now())
	fmt.Fprintf(p.Stdout, "fairplay is open at %s\nIts data lies in %s\nPress Ctrl-C here to end it; nothing is lost.\n", url, l.folder)
	if l.browser {
		err = browse(path)
	}
	if !l.browser || err != nil {
		fmt.Fprintf(p.Stdout, "Open this file in your browser, within five minutes: %s\n", path)
	}
	return nil
}

// browse opens a file in the user's browser.
func browse(path string) error {
	program, arguments := "xdg-open", []string{path}
	switch runtime.GOOS {
	case "windows":
		program, arguments = "rundll32", []string{"url.dll,FileProtocolHandler", path}
	case "darwin":
		program = "open"
	}
	c := exec.Command(program, arguments...)
	if err := c.Start(); err != nil {
		return err
	}
	go func() { _ = c.Wait() }() // the user sees on the screen whether it worked
	return nil
}
