package store

import (
	"os"
	"testing"

	"fairplay/reports/store/storetest"
)

// Every database must pass the same tests.
func TestConformance(t *testing.T) {
	// Databases are copied, which is faster than migrating each.
	server := storetest.Start(t)
	migrated, file := server.Fresh(t), cacheFile(t)
	ok(t, Migrate(t.Context(), migrated))
	ok(t, Migrate(t.Context(), file))
	for _, kind := range []struct {
		name  string
		fresh func(testing.TB) string
	}{
		{"SQLite", func(t testing.TB) string { return copyOf(t, file) }},
		{"PostgreSQL", func(t testing.TB) string { return server.Copy(t, migrated) }},
	} {
		t.Run(kind.name, func(t *testing.T) {
			for _, c := range conformance() {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					c.check(t, openFresh(t, kind.fresh(t)))
				})
			}
		})
	}
}

func copyOf(t testing.TB, file string) string {
	t.Helper()
	path := cacheFile(t)
	ok(t, os.WriteFile(path, must[[]byte](t)(os.ReadFile(file)), 0o600))
	return path
}

type conforming struct {
	name  string
	check func(*testing.T, *DB)
}

func conformance() []conforming {
	return []conforming{
		{"events", checkEvents},
		{"events changed by many at once", checkEventChanges},
		{"events made by mistake", checkRemoval},
		{"events that stay", checkRemovalRefused},
		{"events removed while they are read", checkRemovalTogether},
		{"journals", checkJournal},
		{"rating lists", checkFideLists},
		{"cases", checkCases},
		{"attachments of cases", checkCaseBlobs},
		{"holds and erasure", checkHolds},
		{"data requests", checkDataRequests},
		{"uploads", checkUploads},
		{"uploads cut off", checkUploadsCutOff},
		{"batches", checkBatches},
		{"idempotency keys", checkRemember},
		{"batches finished", checkFinishBatch},
		{"batches finished by many at once", checkFinishBatchTogether},
		{"batches finished in pieces", checkFinishBatchInPieces},
		{"games", checkGames},
		{"what is said about files", checkEventInput},
		{"tasks", checkTasks},
		{"tasks that end", checkTaskEnds},
		{"tasks added by many at once", checkTasksTogether},
		{"progress", checkProgress},
		{"reports", checkReports},
		{"performances", checkPerformances},
		{"tests", checkTests},
		{"tokens", checkTokens},
		{"sign-ins", checkSignIns},
		{"reminders", checkReminders},
		{"the first token", checkFirstToken},
		{"audit chain", checkAudit},
		{"auditor", checkAuditor},
		{"odd text", checkOddText},
		{"evaluations", checkEvaluations},
		{"evaluations put by many at once", checkEvaluationsTogether},
		{"check", checkCheck},
	}
}

func openFresh(t testing.TB, source string) *DB {
	t.Helper()
	if isAddress(source) {
		ok(t, Migrate(t.Context(), source))
	}
	db, err := Open(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// ok fails the test at once where there is an error.
func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// must returns a value, or fails the test on an error.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		ok(t, err)
		return v
	}
}
