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

// Shipped returns the calibrations that the program comes with, in order of
// their files' names.
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

// Find returns the calibration of that recipe, policy and time class, for an
// engine of that behaviour (package behaviour). A calibration takes the binary
// that it was fitted with, and any other program whose name, version, network and
// behaviour agree. behaviour is "" where it was not taken, as it need not be
// unless Asks says so.
//
// Where there is none, the error is of kind Unprocessable, code
// uncalibrated_recipe, and says what differs: no expectation, z, ROI or intrinsic
// rating can be given then, only counts and averages (MODEL 1).
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

// Asks tells whether it depends on the behaviour of the recipe's engine if one of
// the calibrations applies: one has all of the recipe but the engine's binary.
func (l Library) Asks(r analysis.Recipe) bool {
	return slices.ContainsFunc(l, func(c *Calibration) bool {
		return c.Behaviour != "" && c.Recipe.EngineSHA256 != r.EngineSHA256 && sameButBinary(c.Recipe, r)
	})
}

// takes tells whether evaluations under the recipe, by an engine of that
// behaviour, are what the calibration was fitted on.
func (c *Calibration) takes(r analysis.Recipe, behaviour string) bool {
	if !sameButBinary(c.Recipe, r) {
		return false
	}
	if c.Behaviour != "" && behaviour != "" {
		return c.Behaviour == behaviour
	}
	return c.Recipe.EngineSHA256 == r.EngineSHA256
}

func sameButBinary(a, b analysis.Recipe) bool {
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

// Differences says in words what the calibration was made for and what was asked,
// "engine Stockfish 15.1, not Stockfish 16"; nil where evaluations under the
// recipe, by an engine of that behaviour, are what it was fitted on.
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

// differences are what a calibration was made for and what was asked, in words.
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

// brief cuts a digest down to what people compare.
func brief(digest string) string { return digest[:min(len(digest), 12)] }

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
