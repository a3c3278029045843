package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"time"

	"github.com/labstack/echo/v4"

	"fairplay/api"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
	"fairplay/reports/tournament/journal"
)

//go:embed templates assets
var embedded embed.FS

// Config holds the parts of the pages. API must be set.
type Config struct {
	API *api.Server
	Now func() time.Time // nil is time.Now
	Log *slog.Logger     // nil is silent

	// Here signs the person at this computer in with a code that works once; nil if the service
	// is not for one person.
	Here *Here
}

// Pages answers the requests of people.
type Pages struct {
	table    []page
	api      *api.Server
	journals *journal.Service
	cases    *registry.Register
	now      func() time.Time
	log      *slog.Logger
	here     *Here
	foreign  *http.CrossOriginProtection
	editions map[string]*edition
	assets   map[string]asset
}

// Mount adds the pages to a server of the API.
func Mount(c Config) error {
	p := &Pages{table: pages(), api: c.API, journals: c.API.Journals(), cases: c.API.Cases(), now: c.Now, log: c.Log, here: c.Here, foreign: http.NewCrossOriginProtection()}
	if p.now == nil {
		p.now = time.Now
	}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	var err error
	if p.assets, err = readAssets(); err != nil {
		return err
	}
	if p.editions, err = p.readEditions(); err != nil {
		return err
	}
	c.API.Mount(p.routes)
	return nil
}

func (p *Pages) routes(e *echo.Echo) {
	e.GET("/", p.door)
	e.POST("/", p.signIn)
	e.POST("/here", p.signInHere)
	e.GET("/here", p.signInHere)
	e.GET("/assets/:file", p.asset)
	for _, g := range p.table {
		e.GET(g.path, p.show(g))
		for _, f := range g.forms {
			e.POST(g.path+f.path, p.take(g, f))
		}
		for _, s := range g.streams {
			e.GET(g.path+s.path, p.pass(g, s))
		}
	}
	e.RouteNotFound("/*", p.lost)
}

// asset is an embedded file as it is sent.
type asset struct {
	body []byte
	kind string // Content-Type
	tag  string // of its content
}

func readAssets() (map[string]asset, error) {
	files, err := fs.ReadDir(embedded, "assets")
	if err != nil {
		return nil, err
	}
	all := map[string]asset{}
	for _, f := range files {
		body, err := embedded.ReadFile("assets/" + f.Name())
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(body)
		all[f.Name()] = asset{body: body, kind: kindOf(f.Name()), tag: hex.EncodeToString(sum[:8])}
	}
	return all, nil
}

func kindOf(name string) string {
	switch path.Ext(name) {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "text/plain; charset=utf-8"
}

// asset answers a style sheet, a script or a picture. Its address names its content, so that a browser
// may keep it for good.
func (p *Pages) asset(c echo.Context) error {
	a, ok := p.assets[c.Param("file")]
	if !ok {
		return p.lost(c)
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "no-cache")
	if c.QueryParam("v") == a.tag {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("ETag", `"`+a.tag+`"`)
	if c.Request().Header.Get("If-None-Match") == `"`+a.tag+`"` {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, a.kind, a.body)
}

// address of an asset, by its content.
func (p *Pages) addressOf(file string) string { return "/assets/" + file + "?v=" + p.assets[file].tag }

// edition is the pages in one language.
type edition struct {
	render.Phrases
	pages *template.Template
}

func (p *Pages) readEditions() (map[string]*edition, error) {
	all := map[string]*edition{}
	for _, lang := range render.Languages() {
		phrases, err := render.PhrasesOf(lang)
		if err != nil {
			return nil, err
		}
		t, err := template.New("pages").Funcs(p.functions(phrases)).ParseFS(embedded, "templates/*.html")
		if err != nil {
			return nil, err
		}
		all[lang] = &edition{phrases, t}
	}
	return all, nil
}
