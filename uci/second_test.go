package uci

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"fairplay/analysis"
	"fairplay/analysis/behaviour"
	"fairplay/analysis/fault"
	"fairplay/uci/ucitest"
)

// The second engine is identified by the files of npm's stockfish 19.0.0, which node runs, and
// the second recipe is for it alone.
func TestSecondEngineIsKnownByItsFiles(t *testing.T) {
	program, argument := ucitest.Second(t)
	e, err := Start(t.Context(), program, WithArgs(argument))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	id := e.Identity()
	var files []string
	for _, f := range id.Files {
		files = append(files, f.SHA256)
	}
	want := []string{files[0], // node's own, of whatever version
		"72772f8bdd7353e4e24245d946bb831f56bcccf02fa16a779c1b92a6c00e5cc2", // stockfish-19-single.js
		"8725c26572762617fd96b2ea83ff130e6640b85815890d682bf8c49db0820721", // stockfish-19-single.wasm
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	r, err := id.Complete(analysis.Second())
	if err != nil || r.Engine != analysis.SecondEngine || r.Network != "nn-1a298aa575a0.nnue" || r.EngineSHA256 != id.SHA256 {
		t.Errorf("recipe %+v, %v", r, err)
	}
	first, err := Start(t.Context(), stockfish)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if _, err := first.Identity().Complete(analysis.Second()); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("the second recipe with %s: %v", first.Identity().Name, err)
	}
}

// TestSecondEngine evaluates the reference positions under the second recipe. In the record,
// each pass comes from a separate process, driven by another program.
func TestSecondEngine(t *testing.T) {
	all := some(vectors(t), "second", 1)
	program, argument := ucitest.Second(t)
	reproduce(t, all, program, argument)
	said := map[string]analysis.Evaluation{}
	for _, v := range all {
		said[v.FEN] = v.evaluation(t)
	}
	if got, err := behaviour.Digest("second", said); err != nil || got != ucitest.SecondBehaviour {
		t.Errorf("the behaviour of the record is %q, %v", got, err)
	}
}
