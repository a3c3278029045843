package store

import (
	"slices"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/reports/access"
)

// fill puts something of every kind into a database.
func fill(t testing.TB, db *DB) {
	t.Helper()
	e := makeEvent(t, db, "a")
	makeBatch(t, db, "a", "one")
	makeBatch(t, db, "a", "two")
	r := resultOf("one", newGame("g1", "", 1), newGame("g2", "", 2))
	r.Outcomes = append(r.Outcomes, GameOutcome{File: "a.pgn", Game: 3, Line: 60, Kind: OutcomeBad, Reason: "no", Token: "Щ"})
	r.Inputs = []FileInput{{File: "a.pgn", Errors: []byte(`[]`), Notes: []byte(`[]`)}}
	finish(t, db, r)
	finish(t, db, resultOf("two", newGame("g2", "corrected", 2)))
	putUpload(t, db, noise(uploadChunk+7))
	putUpload(t, db, nil)
	_, _, err := db.Remember(t.Context(), Remembered{Token: "t", Key: "k", Digest: "d", Batch: "one", Created: start})
	ok(t, err)
	report := newReport("key", e.ID, "x")
	ok(t, db.PutReport(t.Context(), report, []ReportedPerformance{{Kind: "screening", Player: "p"}, {Kind: "screening", Player: "q"}}))
	ok(t, db.CreateTest(t.Context(), Test{ID: "test", Event: "a", Kind: "full", Created: start}, newTask("t", "a")))
	note(t, db, "a", "one")
	note(t, db, "a", "two")
	ok(t, db.AddToken(t.Context(), newToken("token", access.Grant{Role: "administrator"})))
	ok(t, db.Audit(t.Context(), []AuditEntry{newEntry("a"), newEntry("b"), newEntry("c"), newEntry("d"), newEntry("e")}))
	c := newCache(db, stillClock(start))
	ok(t, c.RegisterRecipe(t.Context(), analysis.Quick()))
	put(t, c, analysis.Quick().Fingerprint(), position, bothPasses(30))
	put(t, c, "unregistered", other, deepOnly(30))
	ok(t, c.Close())
}

func checkCheck(t *testing.T, db *DB) {
	empty := must[Checked](t)(db.Check(t.Context(), nil))
	same(t, "an empty database", empty, Checked{SealHash: make([]byte, 32)})

	fill(t, db)
	ends := map[string]CheckProgress{}
	found := must[Checked](t)(db.Check(t.Context(), func(p CheckProgress) { ends[p.What] = p }))
	same(t, "a sound database", found, Checked{Uploads: 4, Games: 3, Recipes: 1, Evaluations: 3, Reports: 1, Performances: 2, Journal: 2, Audit: 5,
		Seals: 20, Rows: 44, SealHead: 20, SealHash: found.SealHash})
	same(t, "progress", ends["game"], CheckProgress{What: "game", Done: 3, Total: 3})
	if len(ends) != 13 {
		t.Errorf("progress of %d kinds", len(ends))
	}

	for _, noted := range []struct {
		seq  int64
		hash []byte
		lost int
	}{{20, found.SealHash, 0}, {19, found.SealHash, 1}, {21, found.SealHash, 1}} {
		if lost := must[[]Damage](t)(db.CheckNoted(t.Context(), noted.seq, noted.hash)); len(lost) != noted.lost {
			t.Errorf("seal %d: %+v", noted.seq, lost)
		}
	}

	big := hexDigest(noise(uploadChunk + 7))
	alter(t, db, `UPDATE upload_chunks SET body = ? WHERE sha256 = ? AND n = 1`, []byte("7 bytes"), big)
	alter(t, db, `DELETE FROM upload_chunks WHERE sha256 = ?`, hexDigest([]byte("file of one")))
	g1, g2 := newGame("g1", "", 1), newGame("g2", "", 2)
	alter(t, db, `UPDATE games SET body = ? WHERE sha256 = ?`, db.packing.pack([]byte("altered")), g1.SHA256)
	alter(t, db, `UPDATE games SET body = ? WHERE sha256 = ?`, []byte("not packed"), g2.SHA256)
	alter(t, db, `UPDATE recipes SET recipe = replace(recipe, '200000', '100000') WHERE recipe IS NOT NULL`)
	alter(t, db, `UPDATE evaluations SET used = used + 1`) // no damage
	alter(t, db, `UPDATE evaluations SET digest = ? WHERE pass = 'wide'`, []byte("x"))
	alter(t, db, `UPDATE report_bodies SET body = ?`, db.packing.pack([]byte("altered")))
	alter(t, db, `UPDATE audit SET detail = 'another' WHERE seq = 2`)
	alter(t, db, `DELETE FROM audit WHERE seq IN (3, 5)`)
	found = must[Checked](t)(db.Check(t.Context(), nil))
	slices.SortFunc(found.Damages, func(a, b Damage) int { return strings.Compare(a.What+a.ID, b.What+b.ID) })
	want := []Damage{
		{"upload", big, differsFromDigest}, {"upload", hexDigest([]byte("file of one")), differsFromDigest},
		{"game", g1.SHA256, differsFromDigest}, {"game", g2.SHA256, "it cannot be unpacked"},
		{"recipe", analysis.Quick().Fingerprint(), "it does not match its fingerprint"},
		{"evaluation", "wide pass of \"" + position + "\" under recipe " + analysis.Quick().Fingerprint(), differsFromDigest},
		{"report", newReport("key", "a", "x").ID, differsFromDigest},
		{"audit", "2", "it has been changed by somebody else than fairplay"},
		{"audit", "3", "it is missing: somebody else than fairplay has removed it"},
		{"audit", "5", "it is missing: somebody else than fairplay has removed it"},
	}
	slices.SortFunc(want, func(a, b Damage) int { return strings.Compare(a.What+a.ID, b.What+b.ID) })
	same(t, "damages", found.Damages, want)
}
