package uci

import (
	"strconv"
	"strings"
	"sync"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

// Identity says which engine gave an evaluation.
type Identity struct {
	Name    string            `json:"name"`            // name and version, as the engine gives them
	Author  string            `json:"author"`          // as the engine gives it
	Path    string            `json:"path"`            // of the program
	Args    []string          `json:"args,omitempty"`  // command-line arguments
	Files   []ProgramFile     `json:"files,omitempty"` // the binary and those that arguments name
	SHA256  string            `json:"sha256"`          // of the program, hex; with arguments, of all files and arguments
	Network string            `json:"network"`         // evaluation network, empty if the engine has none
	Offers  []Offer           `json:"offers"`          // options that the engine offers, in its order
	Set     []analysis.Option `json:"set"`             // options that were set, by name; MultiPV belongs to the pass
}

// plate holds an identity, which changes with the options set.
type plate struct {
	mu sync.Mutex
	id Identity
}

func (p *plate) read() Identity {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.id
}

func (p *plate) write(id Identity) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.id = id
}

// Names of the options for which recipes have fields, and of the one that names the evaluation
// network.
const (
	threadsOption = "Threads"
	hashOption    = "Hash"
	multiPVOption = "MultiPV"
	networkOption = "EvalFile"
)

// Offer returns the option of that name. Case does not matter (UCI protocol,
// "setoption").
func (i Identity) Offer(name string) (Offer, bool) {
	for _, o := range i.Offers {
		if strings.EqualFold(o.Name, name) {
			return o, true
		}
	}
	return Offer{}, false
}

// Complete returns the recipe with Engine, EngineSHA256 and Network filled in
// from this engine, ready for its fingerprint. A quick recipe is the one for
// this engine (analysis.Recipe.For).
//
// Errors: fault.Unprocessable if the recipe needs an option or a value that
// the engine does not offer, or names another engine.
func (i Identity) Complete(r analysis.Recipe) (analysis.Recipe, error) {
	r = r.For(i.Name)
	if err := i.satisfies(r); err != nil {
		return analysis.Recipe{}, err
	}
	r.Engine, r.EngineSHA256, r.Network = i.Name, i.SHA256, i.Network
	for _, o := range r.Options {
		if strings.EqualFold(o.Name, networkOption) {
			r.Network = o.Value
		}
	}
	return r, nil
}

// Lacks returns the options that recipes usually set, that this engine does not offer, and that
// the given recipe can do without.
func (i Identity) Lacks(r analysis.Recipe) []string {
	var names []string
	for _, s := range settingsOf(r) {
		if _, ok := i.Offer(s.Name); !ok && !s.needed {
			names = append(names, s.Name)
		}
	}
	return names
}

// satisfies returns an error unless evaluations by this engine are evaluations under the
// recipe.
func (i Identity) satisfies(r analysis.Recipe) error {
	if r.EngineSHA256 != "" && r.EngineSHA256 != i.SHA256 || r.Engine != "" && r.Engine != i.Name {
		wanted := r.Engine
		if r.EngineSHA256 != "" {
			wanted += " (SHA-256 " + r.EngineSHA256 + ")"
		}
		return fault.New(fault.Unprocessable, "engine_mismatch",
			"the recipe %q is for the engine %s, but the engine at %s is %s (SHA-256 %s)", r.Name, wanted, i.Path, i.Name, i.SHA256)
	}
	for _, s := range settingsOf(r) {
		o, ok := i.Offer(s.Name)
		switch {
		case !ok && s.needed:
			return fault.New(fault.Unprocessable, "engine_option",
				"the recipe %q needs the engine option %s, which %s does not offer", r.Name, s.Name, i.Name)
		case ok:
			if err := o.accept(s.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// wantedOption is an option that a recipe sets.
type wantedOption struct {
	analysis.Option
	needed bool // false if an engine without the option does the same
}

// settingsOf returns the options that a recipe sets, in the order in which they are sent:
// threads before hash, as Stockfish's authors advise, and MultiPV with the greatest value of
// any pass.
func settingsOf(r analysis.Recipe) []wantedOption {
	lines := 1
	for _, p := range r.Passes {
		lines = max(lines, p.MultiPV)
	}
	number := func(name string, n int, needed bool) wantedOption {
		return wantedOption{analysis.Option{Name: name, Value: strconv.Itoa(n)}, needed}
	}
	all := []wantedOption{
		number(threadsOption, r.Threads, r.Threads != 1),
		number(hashOption, r.HashMiB, true),
		number(multiPVOption, lines, lines > 1),
	}
	for _, o := range r.Options {
		all = append(all, wantedOption{o, true})
	}
	return all
}
