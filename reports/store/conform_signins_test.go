package store

import (
	"testing"
	"time"

	"fairplay/analysis/fault"
)

func checkSignIns(t *testing.T, db *DB) {
	token := newToken("one")
	ok(t, db.AddToken(t.Context(), token))
	in := SignIn{Hash: []byte("hash of a cookie"), Token: "one", DraftKey: "sealed", Created: start, Expires: start.Add(12 * time.Hour)}
	ok(t, db.AddSignIn(t.Context(), in))
	same(t, "sign-in", must[SignIn](t)(db.SignInByHash(t.Context(), in.Hash)), in)
	_, err := db.SignInByHash(t.Context(), []byte("another"))
	expectFault(t, err, fault.NotFound, "sign_in_unknown")

	later := SignIn{Hash: []byte("a later one"), Token: "one", Created: in.Expires.Add(DraftLife), Expires: in.Expires.Add(DraftLife + time.Hour)}
	ok(t, db.AddSignIn(t.Context(), later))
	ok(t, db.AddSignIn(t.Context(), SignIn{Hash: []byte("the next"), Token: "one", Created: later.Created.Add(time.Microsecond), Expires: later.Expires}))
	_, err = db.SignInByHash(t.Context(), in.Hash)
	expectFault(t, err, fault.NotFound, "sign_in_unknown") // forgotten a week after its end
	ok(t, db.EndSignIn(t.Context(), later.Hash))
	ok(t, db.EndSignIn(t.Context(), later.Hash))
	_, err = db.SignInByHash(t.Context(), later.Hash)
	expectFault(t, err, fault.NotFound, "sign_in_unknown")

	draft := Draft{Token: "one", Form: "/events/new", Body: "sealed", Saved: start}
	ok(t, db.SaveDraft(t.Context(), draft))
	draft.Body = "sealed anew"
	ok(t, db.SaveDraft(t.Context(), draft))
	same(t, "draft", must[Draft](t)(db.Draft(t.Context(), "one", "/events/new", start.Add(DraftLife))), draft)
	_, err = db.Draft(t.Context(), "one", "/events/new", start.Add(DraftLife+time.Second))
	expectFault(t, err, fault.NotFound, "draft_unknown")
	draft.Body = ""
	ok(t, db.SaveDraft(t.Context(), draft))
	_, err = db.Draft(t.Context(), "one", "/events/new", start)
	expectFault(t, err, fault.NotFound, "draft_unknown")

	ok(t, db.Prefer(t.Context(), "one", "language", "ru"))
	ok(t, db.Prefer(t.Context(), "one", "language", "uk"))
	same(t, "preferences", must[map[string]string](t)(db.Preferences(t.Context(), "one")), map[string]string{"language": "uk"})
}
