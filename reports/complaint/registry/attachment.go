package registry

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"fairplay/analysis/fault"
	"fairplay/queue/door"
	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/intake"
	"fairplay/reports/store"
)

// Attach adds a file of this name to the case of the caller. A file in which the scanner finds something is refused (Invalid); a
// file that could not be scanned is accepted, and marked so.
func (r *Register) Attach(ctx context.Context, who *door.Caller, name string, body io.Reader) error {
	who.Entry = string(complaint.EntryAttachment)
	blob, err := store.NewID(r.Random)
	if err != nil {
		return err
	}
	err = r.attach(ctx, who, store.CaseBlob{ID: blob, By: who.Token.ID, Added: r.Now().UTC(), BlobFacts: store.BlobFacts{Name: name}}, body)
	if found, is := errors.AsType[*fault.Error](err); is && found.Code == "virus_found" {
		return cmp.Or(who.Audit(ctx, "attachment refused: a virus was found in it"), err)
	} else if err != nil {
		return err
	}
	return who.Audit(ctx, "attachment "+blob)
}

func (r *Register) attach(ctx context.Context, who *door.Caller, file store.CaseBlob, body io.Reader) error {
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
	_, err = r.Store.AddBlob(ctx, who.Case.ID, file, bytes.NewReader(content), func(kept *store.CaseRecord, entries []complaint.Entry, found store.CaseBlob) ([]complaint.Entry, error) {
		return r.entry(kept, entries, &complaint.Attachment{
			Name: found.Name, Type: found.Type, Bytes: found.Size, Digest: found.SHA256, Scanned: scanned, Remark: remark,
		}, reader(who))
	})
	return err
}

// Attachment opens the file of the case with this SHA-256; NotFound if there is none that the caller may see.
func (r *Register) Attachment(ctx context.Context, who *door.Caller, digest string) (store.CaseBlob, io.Reader, error) {
	_, _, view, err := r.look(ctx, who.Case.ID, reader(who))
	if err != nil {
		return store.CaseBlob{}, nil, err
	}
	if !view.shows(digest) {
		return store.CaseBlob{}, nil, access.Hidden()
	}
	return r.blob(ctx, who.Case.ID, digest)
}
