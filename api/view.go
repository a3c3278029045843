package api

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/reports"
	"fairplay/reports/render"
	"fairplay/reports/store"
)

// view is the requested form of a report.
type view struct {
	format, lang string
	approvals    []reports.Approval // of recipes, which documents name
	outdated     *reports.Outdated  // what has changed since a test was made; nil for nothing
	checkpoint   string             // of the log, which documents name; "" for none
}

// options returns the options for writing the form.
func (v view) options() render.Options {
	return render.Options{Lang: v.lang, Width: 120, Approvals: v.approvals, Outdated: v.outdated, Checkpoint: v.checkpoint}
}

// forms returns the formats of a report and their types, the default first.
func forms() [][2]string {
	return [][2]string{
		{"json", "application/json"}, {"html", "text/html"}, {"csv", "text/csv"}, {"table", "text/plain"},
		{"pdf", "application/pdf"}, {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
	}
}

// langOf reads the language of readable parts; English if none is requested.
func langOf(lang *wire.Lang) (string, error) {
	all := analysis.Languages()
	if lang == nil {
		return all[0], nil
	}
	if last := len(all) - 1; !slices.Contains(all, string(*lang)) {
		return "", fault.New(fault.Invalid, "lang", "lang is %s or %s", strings.Join(all[:last], ", "), all[last])
	}
	return string(*lang), nil
}

// viewOf reads format and lang, and Accept if there is no format.
func (s *Server) viewOf(c echo.Context, format *wire.Format, lang *wire.Lang) (view, error) {
	v := view{approvals: s.approvals}
	last, err := s.store.LastCheckpoint(c.Request().Context())
	switch {
	case err == nil:
		v.checkpoint = last.Short()
	case fault.KindOf(err) != fault.NotFound:
		return v, err
	}
	if v.lang, err = langOf(lang); err != nil {
		return v, err
	}
	if format != nil {
		v.format = string(*format)
		if !wire.ReportFormat(v.format).Valid() {
			return v, fault.New(fault.Invalid, "format", "format is json, html, csv, table, pdf or xlsx")
		}
		return v, nil
	}
	var types []string
	for _, f := range forms() {
		types = append(types, f[1])
	}
	chosen, err := accepted(c, types...)
	for _, f := range forms() {
		if f[1] == chosen {
			v.format = f[0]
		}
	}
	return v, err
}

// contentType returns the type of the answer.
func (v view) contentType() string {
	for _, f := range forms() {
		if f[0] != v.format {
			continue
		}
		if strings.HasPrefix(f[1], "text/") {
			return f[1] + "; charset=utf-8"
		}
		return f[1]
	}
	return "application/json"
}

// fileName returns the name under which a browser saves an answer that is a file, derived from the
// address of the operation: "screening-rounds.pdf". It names no event and nobody.
func (v view) fileName(path string) string {
	_, of, _ := strings.Cut(path, "/events/")
	if of == "" {
		of = strings.TrimPrefix(path, "/v1/")
	}
	parts := slices.DeleteFunc(strings.Split(of, "/"), func(part string) bool { return strings.HasPrefix(part, ":") })
	return strings.Join(parts, "-") + "." + v.format
}

// tag is the ETag of a report in this form. JSON and CSV have one language.
func (v view) tag(report string) string {
	if v.outdated != nil {
		said, _ := json.Marshal(v.outdated) // texts and times only
		report += "-" + shortDigest(string(said))
	}
	switch v.format {
	case "json":
		return strconv.Quote(report)
	case "csv":
		return strconv.Quote(report + "-csv")
	}
	tag := report + "-" + v.format + "-" + v.lang
	for _, a := range v.approvals { // a restarted server may have others
		tag += "-" + shortDigest(a.Name, a.By, a.On, a.Recipe)
	}
	if v.checkpoint != "" {
		tag += "-" + shortDigest(v.checkpoint)
	}
	return strconv.Quote(tag)
}

// screeningKind is the kind of report that is a screening; all others are full
// tests.
const screeningKind = "screening"

// write writes a stored report in this form. The stored bytes are the JSON.
func (v view) write(w io.Writer, r store.Report) error {
	if v.format == "json" {
		_, err := w.Write(r.Body)
		return err
	}
	if r.Kind == screeningKind {
		var screening reports.Screening
		if err := decodeReport(r, &screening); err != nil {
			return err
		}
		return render.Screening(w, v.format, &screening, v.options())
	}
	var test reports.FullTest
	if err := decodeReport(r, &test); err != nil {
		return err
	}
	return render.FullTest(w, v.format, &test, v.options())
}

func decodeReport(r store.Report, v any) error {
	if err := json.Unmarshal(r.Body, v); err != nil {
		return fault.Wrap(err, fault.Corrupt, "report_body", "report %s cannot be read", r.ID)
	}
	return nil
}

// rendering keeps the most recently made forms of reports, up to a total of bytes. A page takes
// some milliseconds to make, and many people read the same one.
type rendering struct {
	most int // bytes

	mu    sync.Mutex
	kept  map[string][]byte // by tag
	order []string          // tags, the oldest first
	total int               // bytes
}

// mostRendered is how many bytes of finished pages a server keeps.
const mostRendered = 32 << 20

func newRendering() *rendering { return &rendering{most: mostRendered, kept: map[string][]byte{}} }

// get returns a report in a form. The bytes must not be changed.
func (k *rendering) get(r store.Report, v view) ([]byte, error) {
	if v.format == "json" {
		return r.Body, nil
	}
	tag := v.tag(r.ID)
	if body, ok := k.find(tag); ok {
		return body, nil
	}
	var page bytes.Buffer
	if err := v.write(&page, r); err != nil {
		return nil, err
	}
	k.keep(tag, page.Bytes())
	return page.Bytes(), nil
}

func (k *rendering) find(tag string) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	body, ok := k.kept[tag]
	return body, ok
}

func (k *rendering) keep(tag string, body []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.kept[tag]; ok || len(body) > k.most {
		return
	}
	k.kept[tag] = body
	k.order = append(k.order, tag)
	for k.total += len(body); k.total > k.most; k.order = k.order[1:] {
		k.total -= len(k.kept[k.order[0]])
		delete(k.kept, k.order[0])
	}
}

// Bounds of the filter of a screening, as in openapi.yaml.
const (
	longestPlayer = 100
	mostMinMoves  = 100_000
)

func checkFilter(only reports.Filter) error {
	switch {
	case !analysis.IsText(only.Player, longestPlayer):
		return fault.New(fault.Invalid, "player", "player has at most %d characters, all printable", longestPlayer)
	case only.MinMoves < 0 || only.MinMoves > mostMinMoves:
		return fault.New(fault.Invalid, "min_moves", "min_moves is a number from 0 to %d", mostMinMoves)
	}
	return nil
}
