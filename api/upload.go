package api

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/queue/work"
	"fairplay/reports/store"
)

// mostFiles is how many files one batch may have; more must be in an archive.
const mostFiles = 1000

// UploadGames receives games. Nothing is stored before the whole body has arrived, and what is
// stored is complete.
func (s *Server) UploadGames(c echo.Context, event wire.EventID, params wire.UploadGamesParams) (err error) {
	if c.Request().ContentLength > s.mostUpload {
		return bodyLimit(s.mostUpload)
	}
	key := ""
	if params.IdempotencyKey != nil {
		key = *params.IdempotencyKey
		if err := checkKey(key); err != nil {
			return err
		}
	}
	end, err := s.uploads.begin(callerOf(c).Token.ID)
	if err != nil {
		return retryLater(c, err)
	}
	defer end()
	files, err := s.receive(c, params.Name)
	defer func() { err = errors.Join(err, discard(files)) }()
	if err != nil {
		return err
	}
	batch, existed, err := s.accept(c.Request().Context(), callerOf(c), files, key)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/v1/events/"+event+"/batches/"+batch.ID)
	if existed {
		return c.JSON(http.StatusOK, batch)
	}
	c.Response().Header().Set("Retry-After", "1")
	return c.JSON(http.StatusAccepted, batch)
}

// accept takes received files for a batch of the event.
func (s *Server) accept(ctx context.Context, who *door.Caller, files []work.Received, key string) (store.Batch, bool, error) {
	batch, existed, err := s.intake.Accept(ctx, who.Event.ID, files, who.Token.ID, key)
	if err != nil {
		return batch, existed, err
	}
	return batch, existed, who.Audit(ctx, "batch "+batch.ID)
}

// HandIn takes one file with games, plain or packed.
func (s *Server) HandIn(ctx context.Context, who *door.Caller, name string, body io.Reader) (err error) {
	file, err := s.Receive(ctx, who, cmp.Or(name, "upload.pgn"), body)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Discard()) }()
	_, _, err = s.accept(ctx, who, []work.Received{file}, "")
	return err
}

// Receive writes a file into the spool folder, one of at most so many of one token at a time.
func (s *Server) Receive(ctx context.Context, who *door.Caller, name string, body io.Reader) (work.Received, error) {
	if err := fileName(name); err != nil {
		return work.Received{}, err
	}
	end, err := s.uploads.begin(who.Token.ID)
	if err != nil {
		return work.Received{}, err
	}
	defer end()
	return s.intake.Receive(ctx, name, body, s.mostUpload)
}

// fileName refuses what is no name of a file.
func fileName(name string) error {
	if !analysis.IsName(name) {
		return fault.New(fault.Invalid, "name", "the name of a file has 1 to %d printable characters", analysis.LongestName)
	}
	return nil
}

// discard removes what was received from the spool folder.
func discard(files []work.Received) error {
	var failed error
	for _, f := range files {
		failed = errors.Join(failed, f.Discard())
	}
	return failed
}

// receive stores the files of a request in the spool folder. It returns the complete ones even
// if it fails.
func (s *Server) receive(c echo.Context, name *string) ([]work.Received, error) {
	kind, params, err := mime.ParseMediaType(cmp.Or(c.Request().Header.Get("Content-Type"), "application/octet-stream"))
	switch {
	case err != nil:
		return nil, fault.New(fault.Invalid, codeMediaType, "the Content-Type of the request cannot be read")
	case kind == "multipart/form-data":
		return s.receiveParts(c, params["boundary"])
	case !uploadTypes(kind):
		return nil, fault.New(fault.Invalid, codeMediaType,
			"this takes PGN, plain or packed (application/x-chess-pgn, text/plain, application/gzip, application/zstd, application/zip, application/octet-stream), or multipart/form-data")
	}
	called, err := s.fileName(c, name)
	if err != nil {
		return nil, err
	}
	file, err := s.intake.Receive(c.Request().Context(), called, s.patient(c), s.mostUpload)
	if err != nil {
		return nil, err
	}
	return []work.Received{file}, nil
}

// uploadTypes reports whether a Content-Type may be that of games. The first bytes decide what a
// body is, so the type only has to be one that does not contradict.
func uploadTypes(kind string) bool {
	switch kind {
	case "application/x-chess-pgn", "application/vnd.chess-pgn", "text/plain", "application/octet-stream", "application/gzip",
		"application/x-gzip", "application/zstd", "application/x-bzip2", "application/zip", "application/x-zip-compressed",
		"application/x-www-form-urlencoded": // what curl --data-binary says where nobody told it
		return true
	}
	return false
}

// fileName returns the name of the file in a raw body.
func (s *Server) fileName(c echo.Context, name *string) (string, error) {
	called := "upload.pgn"
	if _, params, err := mime.ParseMediaType(c.Request().Header.Get("Content-Disposition")); err == nil && params["filename"] != "" {
		called = params["filename"]
	}
	if name != nil {
		called = *name
	}
	return called, fileName(called)
}

// receiveParts stores the parts of a form that are files.
func (s *Server) receiveParts(c echo.Context, boundary string) (files []work.Received, err error) {
	if boundary == "" {
		return nil, fault.New(fault.Invalid, codeMediaType, "multipart/form-data comes with a boundary")
	}
	parts := multipart.NewReader(http.MaxBytesReader(c.Response().Writer, s.patient(c), s.mostUpload), boundary)
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(files) == 0:
			return files, fault.New(fault.Invalid, "no_files", "no part of the form is a file")
		case errors.Is(err, io.EOF):
			return files, nil
		case err != nil:
			return files, s.cutOff(err)
		case part.FileName() == "":
			continue
		case len(files) == mostFiles:
			return files, fault.New(fault.TooLarge, "too_many_files", "a batch has at most %d files; put them into an archive", mostFiles)
		}
		file, err := s.intake.Receive(c.Request().Context(), strings.TrimSpace(part.FileName()), part, s.mostUpload)
		if err != nil {
			return files, s.cutOff(err)
		}
		files = append(files, file)
	}
}

// cutOff says why a form could not be read to its end.
func (s *Server) cutOff(err error) error {
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return bodyLimit(s.mostUpload)
	}
	if _, known := errors.AsType[*fault.Error](err); known {
		return err
	}
	return fault.Wrap(err, fault.Invalid, "upload_cut", "the files did not come in whole: send them again")
}
