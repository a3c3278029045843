package work

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"database/sql"
	"strings"
	"testing"

	"fairplay/analysis/fault"
	"fairplay/reports"
	"fairplay/reports/intake"
	"fairplay/reports/store"
)

// Of two versions of a game in one batch the same counts as on the command line,
// whichever comes first.
func TestVersionsInOneBatch(t *testing.T) {
	t.Parallel()
	game := twoGames(t)[1]
	game = game[:strings.Index(game[1:], "[Event ")+1]
	bare := strings.Replace(game, "[WhiteElo ", "[OldWhiteElo ", 1)
	other := strings.Replace(game, `[WhiteElo "`, `[WhiteElo "1`, 1)
	for name, text := range map[string]string{
		"the fuller last": bare + "\n" + game, "the fuller first": game + "\n" + bare, "three": other + "\n" + bare + "\n" + game,
	} {
		file := [2]string{"versions.pgn", text}
		s := serve(t)
		b := s.accept(t, file)
		s.work(t)
		if got, want := string(s.screened(t).Body), string(printed(t, reports.Filter{}, file)); got != want {
			t.Errorf("%s: the service says\n%s\nthe command line\n%s", name, got, want)
		}
		if b, err := s.Store.Batch(t.Context(), b.ID); err != nil || b.Counts.New != 1 || b.Counts.Known != b.Counts.Read-1 {
			t.Errorf("%s: %+v, %v", name, b.Counts, err)
		}
	}
}

func zipped(t *testing.T, files ...[2]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		member, err := w.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := member.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Packed files, archives, and files that are no PGN give what the command line
// says of them.
func TestPackedFiles(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(hard(t)[1]))
	w.Close()
	files := [][2]string{
		{"rounds.zip", zipped(t, round8(t), [2]string{"readme.txt", "no games"}, [2]string{"broken.pgn.gz", "nothing packed"})},
		{"more.pgn.gz", packed.String()},
		{"photo.jpg", "\xff\xd8\xff\xe0\x00\x10JFIF"},
		{"cut.pgn.gz", packed.String()[:packed.Len()/2]},
	}
	s := serve(t)
	b := s.accept(t, files...)
	s.work(t)
	if got, want := string(s.screened(t).Body), string(printed(t, reports.Filter{}, files...)); got != want {
		t.Errorf("the service says\n%s\nthe command line\n%s", got, want)
	}
	outcomes, err := s.outcomes(t.Context(), b.ID)
	if err != nil || len(outcomes) == 0 || outcomes[0].File != "rounds.zip/grand_swiss_2021_round_8.pgn" {
		t.Errorf("%+v, %v", outcomes, err)
	}
}

// Every game of a batch has its outcome, and bad ones a reason with the place.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := s.accept(t, hard(t))
	s.work(t)
	outcomes, err := s.outcomes(t.Context(), b.ID)
	if err != nil {
		t.Fatal(err)
	}
	in := readTexts(t, hard(t))
	kinds := map[store.OutcomeKind]int{}
	for _, o := range outcomes {
		kinds[o.Kind]++
		if o.File != "hard.pgn" || o.Game == 0 || o.Line == 0 {
			t.Errorf("%+v", o)
		}
		if told := o.Kind == store.OutcomeBad || o.Kind == store.OutcomeCut; told != (o.Reason != "") {
			t.Errorf("%+v", o)
		}
	}
	if len(outcomes) != len(in.Games)+in.Bad || kinds[store.OutcomeBad] != in.Bad || kinds[store.OutcomeCut] == 0 || kinds[store.OutcomeKnown] != 1 {
		t.Errorf("%v of %d games and %d bad ones", kinds, len(in.Games), in.Bad)
	}
}

// An upload that unpacks to too much is told of, as on the command line; what
// was read before stays.
func TestUnpackLimit(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.Limits = intake.Limits{Bytes: 5000}
	s.accept(t, [2]string{"rounds.zip", zipped(t, round8(t))})
	s.work(t)
	in, err := s.input(t.Context(), eventID)
	if err != nil || len(in.Errors) == 0 || !strings.Contains(in.Errors[len(in.Errors)-1].Reason, "limit") {
		t.Errorf("%+v, %v", in, err)
	}
}

// damage changes a byte of every upload.
func damage(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE upload_chunks SET body = CAST(replace(CAST(body AS TEXT), 'Riga', 'Rigo') AS BLOB)`); err != nil {
		t.Fatal(err)
	}
}

// An upload that has been damaged in the store is no fault of its sender: the
// import is given up, says so, and leaves the event as it was.
func TestDamagedUpload(t *testing.T) {
	t.Parallel()
	s := serve(t)
	files := s.receive(t, round8(t))
	b, _, err := s.Accept(t.Context(), eventID, files, "token", "")
	if err != nil {
		t.Fatal(err)
	}
	damage(t, s.source)
	s.work(t)
	b, err = s.Store.Batch(t.Context(), b.ID)
	if err != nil || b.State != store.BatchFailed || b.Reason == "" {
		t.Errorf("%+v, %v", b, err)
	}
	if task := s.tasks(t, Import)[0]; task.State != store.TaskDead || task.Reason.Kind != fault.Corrupt {
		t.Errorf("%+v", task)
	}
	if e, err := s.Store.Event(t.Context(), eventID); err != nil || e.Games != 0 {
		t.Errorf("%+v, %v", e, err)
	}
}
