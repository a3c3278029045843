package registry

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
	"fairplay/reports/store"
)

// Attach adds a file to a case. A file in which the scanner finds something is refused (Invalid); a
// file that could not be scanned is accepted, and marked so.
func (r *Register) Attach(ctx context.Context, id string, file store.CaseBlob, body io.Reader, by CaseReader) error {
	content, err := io.ReadAll(io.LimitReader(body, store.LargestBlob+1)) // one byte more, so that the store refuses a larger one
	if err != nil {
		return err
	}
	scanned, remark := complaint.NotScanned, string(intake.NoScanner)
	if r.Scan != nil {
		said, err := r.Scan.Scan(ctx, bytes.NewReader(content))
		if err := cmp.Or(err, said.Refusal()); err != nil {
			return err
		}
		if said.State == intake.Clean {
			scanned = complaint.Clean
		}
		remark = string(said.Reason)
	}
	file.Scan = string(scanned)
	_, err = r.Keeper.AddBlob(ctx, id, file, bytes.NewReader(content), func(kept *store.CaseCover, entries []complaint.Entry, found store.CaseBlob) ([]complaint.Entry, error) {
		return r.entry(kept, entries, &complaint.Attachment{
			Name: found.Name, Type: found.Type, Bytes: found.Size, Digest: found.SHA256, Scanned: scanned, Remark: remark,
		}, by)
	})
	return err
}

// Attachment opens the file of a case with this SHA-256; NotFound if there is none that the reader
// may see.
func (r *Register) Attachment(ctx context.Context, id, digest string, by CaseReader) (store.CaseBlob, io.Reader, error) {
	_, _, view, err := r.look(ctx, id, by)
	if err != nil {
		return store.CaseBlob{}, nil, err
	}
	if !view.shows(digest) {
		return store.CaseBlob{}, nil, access.Hidden()
	}
	return r.blob(ctx, id, digest)
}
