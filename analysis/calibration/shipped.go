package calibration

import (
	"embed"
	"fmt"
	"io/fs"
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

// Find returns the calibration of that recipe, policy and time class. Where there
// is none, the error is of kind Unprocessable, code uncalibrated_recipe, and says
// what differs: no expectation, z, ROI or intrinsic rating can be given then, only
// counts and averages (MODEL 1).
func (l Library) Find(r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) (*Calibration, error) {
	recipe, policy := r.Fingerprint(), p.Fingerprint()
	var nearest *Calibration
	most := -1
	for _, c := range l {
		same := 0
		for i, equal := range []bool{
			c.Recipe.Name == r.Name, c.PolicyFingerprint == policy, c.TimeClass == class, c.RecipeFingerprint == recipe,
		} {
			if equal {
				same += 1 << i
			}
		}
		if c.PolicyFingerprint == policy && c.TimeClass == class && c.RecipeFingerprint == recipe {
			return c, nil
		}
		if same > most {
			nearest, most = c, same
		}
	}
	return nil, uncalibrated(nearest, r, p, class)
}

func uncalibrated(nearest *Calibration, r analysis.Recipe, p analysis.Policy, class analysis.TimeClass) error {
	if nearest == nil {
		return fault.New(fault.Unprocessable, "uncalibrated_recipe", "uncalibrated recipe: there is no calibration at all")
	}
	var differences []string
	if nearest.TimeClass != class {
		differences = append(differences, fmt.Sprintf("it is of time class %q, not %q", nearest.TimeClass, class))
	}
	differences = append(differences, recipeDifferences(nearest.Recipe, r)...)
	if nearest.PolicyFingerprint != p.Fingerprint() {
		differences = append(differences, policyDifferences(nearest.Policy, p)...)
	}
	return fault.New(fault.Unprocessable, "uncalibrated_recipe",
		"uncalibrated recipe: the nearest calibration, %s, does not apply: %s", nearest.Name, strings.Join(differences, "; "))
}

// recipeDifferences says in words where two recipes differ.
func recipeDifferences(fitted, asked analysis.Recipe) (all []string) {
	add := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			all = append(all, fmt.Sprintf("its recipe has %s %s, not %s", what, orNone(x), orNone(y)))
		}
	}
	add("name", fitted.Name, asked.Name)
	add("engine", fitted.Engine, asked.Engine)
	add("engine binary", brief(fitted.EngineSHA256), brief(asked.EngineSHA256))
	add("network", fitted.Network, asked.Network)
	add("threads", fitted.Threads, asked.Threads)
	add("hash size in MiB", fitted.HashMiB, asked.HashMiB)
	add("options", fitted.Options, asked.Options)
	add("passes", fitted.Passes, asked.Passes)
	return all
}

// policyDifferences says in words where two policies differ.
func policyDifferences(fitted, asked analysis.Policy) (all []string) {
	add := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			all = append(all, fmt.Sprintf("its policy has %s %s, not %s", what, orNone(x), orNone(y)))
		}
	}
	add("name", fitted.Name, asked.Name)
	add("first turn", fitted.FirstTurn, asked.FirstTurn)
	add("last turn", fitted.LastTurn, asked.LastTurn)
	add("limit in pawns", fitted.MaxPawns, asked.MaxPawns)
	add("fewest turns", fitted.MinTurns, asked.MinTurns)
	add("opening book", brief(fitted.BookSHA256), brief(asked.BookSHA256))
	return all
}

// brief cuts a digest down to what people compare.
func brief(digest string) string { return digest[:min(len(digest), 12)] }

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
