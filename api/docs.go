package api

import (
	"embed"
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui/v5emb"
)

// docsPage is the page that shows openapi.yaml, and the script that starts it. The script has a
// file of its own, so that the page may forbid all other scripts.
//
//go:embed docs
var docsPage embed.FS

// docsPolicy keeps the page from sending requests to any other host.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docs registers the page that shows the description.
func (s *Server) docs() {
	assets := v5emb.New("fairplay", "/openapi.yaml", "/docs/")
	file := func(name string) echo.HandlerFunc {
		return func(c echo.Context) error {
			c.Response().Header().Set("Content-Security-Policy", docsPolicy)
			http.ServeFileFS(c.Response(), c.Request(), docsPage, "docs/"+name)
			return nil
		}
	}
	s.echo.GET("/docs", file("page.html"))
	s.echo.GET("/docs/start.js", file("start.js"))
	for _, name := range []string{"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"} {
		s.echo.GET("/docs/"+name, echo.WrapHandler(assets))
	}
}

// ReadOpenAPI answers the description.
func (s *Server) ReadOpenAPI(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/yaml", description)
}
