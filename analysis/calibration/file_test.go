package calibration

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fairplay/analysis"
	"fairplay/analysis/choice"
	"fairplay/analysis/fault"
	"fairplay/analysis/score"
	"fairplay/analysis/score/scoretest"
)

// example is a calibration that can be used.
func example(t testing.TB) *Calibration {
	t.Helper()
	m := scoretest.Models(t)
	c := &Calibration{
		Format: Format, Name: "example", TimeClass: analysis.StandardTime, Program: "test",
		Recipe: analysis.Quick(), Policy: analysis.StandardPolicy(),
		Loss:     LossForm{Terms: choice.LossTerms(), Loss: m.Loss, Levels: m.Levels, Share: m.LossShare},
		Assisted: m.Assisted,
	}
	c.RecipeFingerprint, c.PolicyFingerprint = c.Recipe.Fingerprint(), c.Policy.Fingerprint()
	c.Choice.UsualDepth = 7
	for i, term := range m.Choice.Terms {
		c.Choice.Terms = append(c.Choice.Terms, TermForm{Term: term, Coefficient: m.Choice.Coefficients[i]})
		row := make([]float64, i+1)
		row[i] = 0.01
		c.Choice.Covariance = append(c.Choice.Covariance, row)
	}
	independent := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	c.Parameters = score.Parameters{Ratings: score.RatingRange{Low: 1400, High: 2800}}
	c.Parameters.Triple = score.Triple{Weights: [3]float64{1, 1, 1}, Correlation: independent}
	c.Parameters.ROI = c.Parameters.Triple
	for _, q := range score.Quantities() {
		c.Parameters.Spread.At(q).Scale = 1
	}
	if err := c.Ready(); err != nil {
		t.Fatal(err)
	}
	return c
}

func saved(t testing.TB, c *Calibration) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFileSurvives(t *testing.T) {
	c := example(t)
	back, err := Load(bytes.NewReader(saved(t, c)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, back, cmpopts.IgnoreUnexported(Calibration{})); diff != "" {
		t.Error(diff)
	}
	r := scoretest.Records(t)[0]
	a, errA := c.Expect(r, 2200)
	b, errB := back.Expect(r, 2200)
	if errA != nil || errB != nil || !cmp.Equal(a, b) {
		t.Errorf("%+v, %v became %+v, %v", a, errA, b, errB)
	}
	if !bytes.Equal(saved(t, c), saved(t, back)) {
		t.Error("saving what was loaded gives other bytes")
	}
}

func TestFilesRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Calibration){
		"format":              func(c *Calibration) { c.Format++ },
		"recipe":              func(c *Calibration) { c.Recipe.HashMiB++ },
		"behaviour":           func(c *Calibration) { c.Behaviour = "abcd" },
		"policy":              func(c *Calibration) { c.Policy.MaxPawns++ },
		"no terms":            func(c *Calibration) { c.Choice.Terms, c.Choice.Covariance = nil, nil },
		"term twice":          func(c *Calibration) { c.Choice.Terms[1] = c.Choice.Terms[0] },
		"covariance size":     func(c *Calibration) { c.Choice.Covariance = c.Choice.Covariance[1:] },
		"covariance row":      func(c *Calibration) { c.Choice.Covariance[2] = c.Choice.Covariance[2][1:] },
		"covariance negative": func(c *Calibration) { c.Choice.Covariance[3][3] = -1 },
		"loss terms":          func(c *Calibration) { c.Loss.Terms = c.Loss.Terms[1:] },
		"assisted share":      func(c *Calibration) { c.Assisted.Share = 1 },
		"no helpers":          func(c *Calibration) { c.Assisted.Assistants = nil },
		"helper":              func(c *Calibration) { c.Assisted.Assistants[0].Best = 2 },
		"cuts":                func(c *Calibration) { c.Loss.Loss.Cuts[3] = c.Loss.Loss.Cuts[2] },
		"levels":              func(c *Calibration) { c.Loss.Levels[4].Loss = -1 },
		"parameters":          func(c *Calibration) { c.Parameters.Effects.Game = -1 },
		"correlation":         func(c *Calibration) { c.Parameters.ROI.Correlation[0][1] = 0.5 },
	} {
		c := example(t)
		spoil(c)
		if _, err := Load(bytes.NewReader(saved(t, c))); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := example(t)
	c.Loss.Loss.HowMuch[2] = math.NaN()
	if err := c.Ready(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a coefficient that is no number: %v", err)
	}
	text := string(saved(t, example(t)))
	for name, s := range map[string]string{
		"empty": "", "no JSON": "{", "more": text + "{}",
		"unknown feature": strings.Replace(text, `"term": "delta"`, `"term": "beauty"`, 1),
		"unknown field":   strings.Replace(text, `"format"`, `"colour": 1, "format"`, 1),
	} {
		if _, err := Load(strings.NewReader(s)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFind(t *testing.T) {
	c := example(t)
	library := Library{c}
	found, err := library.Find(c.Recipe, "", c.Policy, c.TimeClass)
	if err != nil || found != c {
		t.Fatalf("%v, %v", found, err)
	}
	other, policy := c.Recipe, c.Policy
	other.HashMiB, other.Engine, policy.BookSHA256 = 64, "Engine 9", "abcdef0123456789"
	for _, x := range []struct {
		name   string
		recipe analysis.Recipe
		policy analysis.Policy
		class  analysis.TimeClass
		says   []string
	}{
		{"recipe", other, c.Policy, c.TimeClass, []string{"hash size in MiB 16, not 64", "engine none, not Engine 9"}},
		{"policy", c.Recipe, policy, c.TimeClass, []string{"opening book none, not abcdef012345"}},
		{"time class", c.Recipe, c.Policy, analysis.Blitz, []string{"time class standard, not blitz"}},
	} {
		_, err := library.Find(x.recipe, "", x.policy, x.class)
		if fault.KindOf(err) != fault.Unprocessable {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		for _, want := range append(x.says, "no calibration fits", "the nearest, example, was made for ") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", x.name, err, want)
			}
		}
	}
	if _, err := (Library{}).Find(c.Recipe, "", c.Policy, c.TimeClass); fault.KindOf(err) != fault.Unprocessable {
		t.Errorf("an empty library: %v", err)
	}
}

// Whatever alone differs, the message names it: it never ends where the differences
// should stand.
func TestFindNamesEveryDifference(t *testing.T) {
	c := example(t)
	find := func(recipe analysis.Recipe, policy analysis.Policy, field string) {
		t.Helper()
		_, err := Library{c}.Find(recipe, "", policy, c.TimeClass)
		if err == nil {
			t.Fatalf("%s: the calibration is found all the same", field)
		}
		if _, named, _ := strings.Cut(err.Error(), "was made for "); !strings.Contains(named, ", not ") {
			t.Errorf("%s differs: %q names nothing", field, err)
		}
	}
	for i := range reflect.TypeFor[analysis.Policy]().NumField() {
		policy := c.Policy
		change(t, reflect.ValueOf(&policy).Elem().Field(i))
		find(c.Recipe, policy, "policy "+reflect.TypeFor[analysis.Policy]().Field(i).Name)
	}
	for i := range reflect.TypeFor[analysis.Recipe]().NumField() {
		recipe := c.Recipe
		change(t, reflect.ValueOf(&recipe).Elem().Field(i))
		find(recipe, c.Policy, "recipe "+reflect.TypeFor[analysis.Recipe]().Field(i).Name)
	}
}

// change makes another value of it.
func change(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString("other " + v.String())
	case reflect.Pointer:
		v.Set(reflect.ValueOf(new(analysis.Second())))
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float() + 1)
	case reflect.Slice:
		v.Set(reflect.Append(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()+1), v), reflect.Zero(v.Type().Elem())))
	default:
		t.Fatalf("no other value of a %s", v.Type())
	}
}

// Who an engine is, is what it evaluates: a calibration takes any binary of the
// same name, version, network and behaviour, and no other behaviour.
func TestFindByBehaviour(t *testing.T) {
	c := example(t)
	c.Recipe.Engine, c.Recipe.EngineSHA256, c.Recipe.Network = "Stockfish 15.1", strings.Repeat("a", 64), "nn-1.nnue"
	c.RecipeFingerprint = c.Recipe.Fingerprint()
	c.Behaviour = strings.Repeat("1", 64)
	if err := c.Ready(); err != nil {
		t.Fatal(err)
	}
	library := Library{c}
	with := func(change func(*analysis.Recipe)) analysis.Recipe {
		r := c.Recipe
		change(&r)
		return r
	}
	rebuilt := with(func(r *analysis.Recipe) { r.EngineSHA256 = strings.Repeat("b", 64) })
	for _, x := range []struct {
		name      string
		recipe    analysis.Recipe
		behaviour string
		asks      bool
		says      string // "" where the calibration applies
	}{
		{"the very binary", c.Recipe, "", false, ""},
		{"the very binary, asked", c.Recipe, c.Behaviour, false, ""},
		{"the very binary, led astray", c.Recipe, strings.Repeat("2", 64), false, "behaviour of the engine on the reference positions 111111111111, not 222222222222"},
		{"another build", rebuilt, c.Behaviour, true, ""},
		{"another build, not asked", rebuilt, "", true, "engine binary aaaaaaaaaaaa, not bbbbbbbbbbbb"},
		{"another engine under the name", rebuilt, strings.Repeat("2", 64), true, "behaviour of the engine on the reference positions 111111111111, not 222222222222"},
		{"another version", with(func(r *analysis.Recipe) { r.Engine = "Stockfish 16" }), c.Behaviour, false, "engine Stockfish 15.1, not Stockfish 16"},
		{"another network", with(func(r *analysis.Recipe) { r.Network = "nn-2.nnue" }), c.Behaviour, false, "network nn-1.nnue, not nn-2.nnue"},
	} {
		if got := library.Asks(x.recipe); got != x.asks {
			t.Errorf("%s: asks %v", x.name, got)
		}
		found, err := library.Find(x.recipe, x.behaviour, c.Policy, c.TimeClass)
		differences := strings.Join(c.Differences(x.recipe, x.behaviour), "; ")
		if x.says == "" && (found != c || err != nil || differences != "") {
			t.Errorf("%s: %v, %v", x.name, err, differences)
		}
		if x.says != "" && (fault.KindOf(err) != fault.Unprocessable || !strings.Contains(err.Error(), x.says) || !strings.Contains(differences, x.says)) {
			t.Errorf("%s: %v, want %q", x.name, err, x.says)
		}
	}
	c.Behaviour = ""
	if _, err := library.Find(rebuilt, strings.Repeat("1", 64), c.Policy, c.TimeClass); fault.KindOf(err) != fault.Unprocessable || library.Asks(rebuilt) {
		t.Errorf("a calibration that knows no behaviour: %v", err)
	}
}

func TestShippedCalibrationsLoad(t *testing.T) {
	library, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range library {
		if found, err := library.Find(c.Recipe, "", c.Policy, c.TimeClass); err != nil || found != c {
			t.Errorf("%s is not found again: %v", c.Name, err)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(saved(f, example(f)))
	f.Add([]byte(`{"format":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Load(bytes.NewReader(b))
		if err != nil {
			return
		}
		r := scoretest.Records(t)[1]
		if _, err := c.Expect(r, 2000); err != nil {
			t.Errorf("a calibration that was loaded cannot be used: %v", err)
		}
	})
}
