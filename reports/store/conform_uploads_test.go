package store

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/iotest"

	"fairplay/analysis/fault"
)

// noise returns n incompressible bytes.
func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

func putUpload(t testing.TB, db *DB, body []byte) (digest string) {
	t.Helper()
	digest = hexDigest(body)
	ok(t, db.PutUpload(t.Context(), digest, int64(len(body)), bytes.NewReader(body), start))
	return digest
}

func readUpload(t testing.TB, db *DB, digest string) ([]byte, error) {
	t.Helper()
	r, err := db.OpenUpload(t.Context(), digest)
	ok(t, err)
	defer r.Close()
	return io.ReadAll(r)
}

func checkUploads(t *testing.T, db *DB) {
	for _, n := range []int{0, 1, uploadChunk - 1, uploadChunk, uploadChunk + 1, 3*uploadChunk + 17} {
		body := noise(n)
		digest := putUpload(t, db, body)
		if got, err := readUpload(t, db, digest); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%d bytes: %d come back, %v", n, len(got), err)
		}
		untouched := iotest.ErrReader(errors.New("read although it is there"))
		ok(t, db.PutUpload(t.Context(), digest, int64(n), untouched, start))
	}
	_, err := db.OpenUpload(t.Context(), hexDigest([]byte("unknown")))
	expectFault(t, err, fault.NotFound, "upload_unknown")

	body := noise(uploadChunk + 5)
	var wg sync.WaitGroup
	other := append([]byte{1}, body...)
	for range 4 { // the same file from many at once
		wg.Go(func() { putUpload(t, db, other) })
	}
	wg.Wait()
	if got, err := readUpload(t, db, hexDigest(other)); err != nil || !bytes.Equal(got, other) {
		t.Errorf("%d bytes come back, %v", len(got), err)
	}
}

func checkUploadsCutOff(t *testing.T, db *DB) {
	body := noise(3*uploadChunk + 5)
	digest := hexDigest(body)
	broken := errors.New("the line is broken")
	put := func(r io.Reader) error { return db.PutUpload(t.Context(), digest, int64(len(body)), r, start) }

	longer := append(bytes.Clone(body), noise(2*uploadChunk)...)
	for name, r := range map[string]io.Reader{
		"cut off": bytes.NewReader(body[:2*uploadChunk+1]), "longer": bytes.NewReader(longer), "empty": bytes.NewReader(nil),
		"other bytes": bytes.NewReader(bytes.Repeat([]byte{'x'}, len(body))),
	} {
		t.Run(name, func(t *testing.T) { expectFault(t, put(r), fault.Invalid, "upload_digest") })
	}
	err := put(io.MultiReader(bytes.NewReader(body[:uploadChunk+1]), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) {
		t.Errorf("the error of the reader has become %v", err)
	}
	_, err = db.OpenUpload(t.Context(), digest)
	expectFault(t, err, fault.NotFound, "upload_unknown")
	if n := must[int](t)(readOne(t.Context(), db, nil, scanInt, `SELECT count(*) FROM upload_chunks`)); n > 0 {
		t.Errorf("%d chunks of what was cut off are left", n)
	}
	ok(t, db.putChunk(t.Context(), digest, 7, body[:9])) // and of a program that was killed

	ok(t, put(bytes.NewReader(body)))
	if got, err := readUpload(t, db, digest); err != nil || !bytes.Equal(got, body) {
		t.Errorf("%d bytes come back, %v", len(got), err)
	}
}
