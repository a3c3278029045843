package calibration

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

//go:embed shipped
var shipped embed.FS

// Shipped returns the calibrations that come with the program, ordered by file name.
func Shipped() (Library, error) {
	names, err := fs.Glob(shipped, "shipped/*.json")
	if err != nil {
		return nil, err
	}
	var all Library
	for _, name := range names {
		f, err := shipped.Open(name)
		if err != nil {
			return nil, err
		}
		c, err := Load(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// Library is a set of calibrations to choose from.
type Library []*Calibration

// Find returns the calibration for a recipe, policy and time class, and an engine of that behaviour
// (package behaviour). A calibration accepts the binary that it was fitted with, and any other
// program with the same name, version, network and behaviour. behaviour is "" if it was not
// measured, which is only needed if Asks says so.
//
// If there is none, the error is of kind Unprocessable, code uncalibrated_recipe, and says what
// differs. No expectation, z, ROI or intrinsic rating can be given then, only counts and averages
// (MODEL 1).
func (l Library) Find(r analysis.Recipe, behaviour string, p analysis.Policy, class analysis.TimeClass) (*Calibration, error) {
	policy := p.Fingerprint()
	var nearest *Calibration
	most := -1
	for _, c := range l {
		same := 0
		for i, equal := range []bool{
			c.Recipe.Name == r.Name, c.PolicyFingerprint == policy, c.TimeClass == class, c.takes(r, behaviour),
		} {
			if equal {
				same += 1 << i
			}
		}
		if c.PolicyFingerprint == policy && c.TimeClass == class && c.takes(r, behaviour) {
			return c, nil
		}
		if same > most {
			nearest, most = c, same
		}
	}
	return nil, uncalibrated(nearest, r, behaviour, p, class)
}

// Asks reports whether the answer of Find depends on the behaviour of the recipe's engine: some
// calibration has all of the recipe but the engine's binary.
func (l Library) Asks(r analysis.Recipe) bool {
	return slices.ContainsFunc(l, func(c *Calibration) bool {
		return c.Behaviour != "" && c.Recipe.EngineSHA256 != r.EngineSHA256 && SameButBinary(c.Recipe, r)
	})
}

// Reference returns the recipe under which evaluations by an engine are kept and named: that of the calibration that was
// fitted with an engine of this behaviour under the same recipe, whatever build it is, or else r itself. behaviour is ""
// if it was not measured. Known is the behaviour that evaluations under that recipe have, "" if no calibration says.
func (l Library) Reference(r analysis.Recipe, behaviour string) (kept analysis.Recipe, known string) {
	for _, c := range l {
		if c.Behaviour == "" || !SameButBinary(c.Recipe, r) {
			continue
		}
		if c.Behaviour == behaviour || behaviour == "" && c.Recipe.EngineSHA256 == r.EngineSHA256 {
			return c.Recipe, c.Behaviour
		}
	}
	return r, behaviour
}

// takes reports whether the calibration was fitted on such evaluations: under this recipe, by an
// engine of that behaviour.
func (c *Calibration) takes(r analysis.Recipe, behaviour string) bool {
	if !SameButBinary(c.Recipe, r) {
		return false
	}
	if c.Behaviour != "" && behaviour != "" {
		return c.Behaviour == behaviour
	}
	return c.Recipe.EngineSHA256 == r.EngineSHA256
}

// SameButBinary reports whether two recipes differ at most in the binary of their engine.
func SameButBinary(a, b analysis.Recipe) bool {
	a.EngineSHA256, b.EngineSHA256 = "", ""
	return a.Fingerprint() == b.Fingerprint()
}

func uncalibrated(nearest *Calibration, r analysis.Recipe, behaviour string, p analysis.Policy, class analysis.TimeClass) error {
	if nearest == nil {
		return fault.New(fault.Unprocessable, "uncalibrated_recipe", "there is no calibration at all")
	}
	var found differences
	found.add("time class", nearest.TimeClass, class)
	found = append(found, nearest.Differences(r, behaviour)...)
	if nearest.PolicyFingerprint != p.Fingerprint() {
		found.ofPolicies(nearest.Policy, p)
	}
	return fault.New(fault.Unprocessable, "uncalibrated_recipe",
		"no calibration fits; the nearest, %s, was made for %s", nearest.Name, strings.Join(found, "; "))
}

// Differences says in words how the calibration differs from what was asked for, as in "engine
// Stockfish 15.1, not Stockfish 16"; nil if it was fitted on evaluations under this recipe, by an
// engine of that behaviour.
func (c *Calibration) Differences(r analysis.Recipe, behaviour string) []string {
	if c.takes(r, behaviour) {
		return nil
	}
	var found differences
	found.ofRecipes(c.Recipe, r)
	if c.Behaviour != "" && behaviour != "" {
		found.add("behaviour of the engine on the reference positions", brief(c.Behaviour), brief(behaviour))
	} else {
		found.add("engine binary", brief(c.Recipe.EngineSHA256), brief(r.EngineSHA256))
	}
	return found
}

// differences collects in words how a calibration differs from what was asked for.
type differences []string

func (d *differences) add(what string, fitted, asked any) {
	if x, y := fmt.Sprint(fitted), fmt.Sprint(asked); x != y {
		*d = append(*d, fmt.Sprintf("%s %s, not %s", what, orNone(x), orNone(y)))
	}
}

func (d *differences) ofRecipes(fitted, asked analysis.Recipe) {
	d.add("recipe", fitted.Name, asked.Name)
	d.add("engine", fitted.Engine, asked.Engine)
	d.add("network", fitted.Network, asked.Network)
	d.add("threads", fitted.Threads, asked.Threads)
	d.add("hash size in MiB", fitted.HashMiB, asked.HashMiB)
	d.add("options", fitted.Options, asked.Options)
	d.add("passes", fitted.Passes, asked.Passes)
	if fitted, asked := furtherOf(fitted), furtherOf(asked); fitted.Fingerprint() != asked.Fingerprint() {
		d.add("further engine", fitted.Engine+" "+brief(fitted.EngineSHA256), asked.Engine+" "+brief(asked.EngineSHA256))
	}
}

// furtherOf returns the recipe of a further engine; one of no engine where none is asked.
func furtherOf(r analysis.Recipe) analysis.Recipe {
	if r.Further == nil {
		return analysis.Recipe{Engine: "none"}
	}
	return *r.Further
}

func (d *differences) ofPolicies(fitted, asked analysis.Policy) {
	d.add("policy", fitted.Name, asked.Name)
	d.add("first turn", fitted.FirstTurn, asked.FirstTurn)
	d.add("last turn", fitted.LastTurn, asked.LastTurn)
	d.add("limit in pawns", fitted.MaxPawns, asked.MaxPawns)
	d.add("fewest turns", fitted.MinTurns, asked.MinTurns)
	d.add("opening book", brief(fitted.BookSHA256), brief(asked.BookSHA256))
	d.add("rules", strconv.Quote(fitted.Rules), strconv.Quote(asked.Rules))
}

// brief shortens a digest to the part that people compare.
func brief(digest string) string { return digest[:min(len(digest), 12)] }

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
