package render

import (
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/reports"
)

// shortProvenance returns the provenance for a terminal, with digests cut to their
// first digits.
func (w *words) shortProvenance(p *reports.Provenance) []fact {
	engine := orAbsent(p.Engine.Name)
	if p.Engine.SHA256 != "" {
		engine += " (SHA-256 " + short(p.Engine.SHA256) + ")"
	}
	if p.Engine.Network != "" {
		engine += ", " + p.Engine.Network
	}
	facts := []fact{
		{Label: w.say("provenance.recipe", nil), Value: p.Recipe.Name + " " + short(p.RecipeFingerprint) +
			" (" + w.passes(p.Recipe.Passes) + ")"},
		{Label: w.say("provenance.policy", nil), Value: p.Policy.Name + " " + short(p.PolicyFingerprint) +
			" (" + w.policy(p.Policy) + ")"},
		{Label: w.say("provenance.engine", nil), Value: engine},
	}
	if p.Calibration != nil {
		facts = append(facts, fact{Label: w.say("provenance.calibration", nil),
			Value: w.calibration(p.Calibration) + " (SHA-256 " + short(p.Calibration.SHA256) + ")"})
	}
	if p.AssumedTimeClass != "" {
		facts = append(facts, w.assumedClass(p))
	}
	return append(facts, w.reproduction(p)...)
}

// provenance returns the whole provenance.
func (w *words) provenance(p *reports.Provenance) []fact {
	book := w.coded("book", p.Policy.BookSHA256)
	if p.Policy.BookSHA256 == "" {
		book = w.plain("book", w.say("provenance.none", nil))
	}
	facts := append(w.reproduction(p), w.plain("program", strings.TrimSpace(p.Program+" "+p.Version)))
	facts = append(append(facts, w.engineFacts(&p.Basis)...),
		w.plain("policy", p.Policy.Name+": "+w.policy(p.Policy)), w.coded("policy_fingerprint", p.PolicyFingerprint),
		book, w.coded("games_sha256", p.GamesSHA256),
	)
	facts = append(facts, w.calibrationFacts(&p.Basis)...)
	if p.AssumedTimeClass != "" {
		facts = append(facts, w.assumedClass(p))
	}
	return facts
}

// engineFacts names an engine and its recipe.
func (w *words) engineFacts(b *reports.Basis) []fact {
	return []fact{
		w.plain("engine", b.Engine.Name), w.plain("engine_author", b.Engine.Author),
		w.coded("engine_sha256", b.Engine.SHA256), w.plain("network", b.Engine.Network),
		w.plain("recipe", b.Recipe.Name), w.plain("passes", w.passes(b.Recipe.Passes)),
		w.plain("threads", strconv.Itoa(b.Recipe.Threads)), w.plain("hash_mib", strconv.Itoa(b.Recipe.HashMiB)),
		w.plain("options", w.options(b.Recipe.Options)), w.coded("recipe_fingerprint", b.RecipeFingerprint),
	}
}

// calibrationFacts names a calibration, if there is one.
func (w *words) calibrationFacts(b *reports.Basis) []fact {
	c := b.Calibration
	if c == nil {
		return nil
	}
	return []fact{w.plain("calibration", w.calibration(c)), w.coded("calibration_sha256", c.SHA256), w.coded("calibration_corpus", c.Corpus)}
}

func (w *words) plain(id, value string) fact {
	return fact{Label: w.say("provenance."+id, nil), Value: orAbsent(value)}
}

// coded is a fact whose value is for comparing and copying.
func (w *words) coded(id, value string) fact {
	f := w.plain(id, value)
	f.Code = true
	return f
}

func (w *words) assumedClass(p *reports.Provenance) fact {
	return fact{Label: w.say("provenance.assumed_time_class", nil), Value: w.slug("time_class", p.AssumedTimeClass)}
}

// calibration names a calibration with what it was fitted on.
func (w *words) calibration(c *reports.UsedCalibration) string {
	return w.count("provenance.calibration_words", c.Moves, fields{
		"Name": orAbsent(c.Name) + ", " + w.slug("time_class", c.TimeClass), "Games": w.integer(c.Games)})
}

// short returns the beginning of a digest, enough to tell two apart by eye.
func short(digest string) string {
	return orAbsent(digest[:min(len(digest), shortDigest)])
}

func (w *words) passes(passes []analysis.Pass) string {
	texts := make([]string, len(passes))
	for i, p := range passes {
		texts[i] = w.count("provenance.pass", p.MultiPV, fields{
			"Name": p.Name, "Lines": w.integer(p.MultiPV), "Nodes": w.integer(p.Nodes)})
	}
	return strings.Join(texts, "; ")
}

func (w *words) options(options []analysis.Option) string {
	if len(options) == 0 {
		return w.say("provenance.none", nil)
	}
	texts := make([]string, len(options))
	for i, o := range options {
		texts[i] = o.Name + " = " + o.Value
	}
	return strings.Join(texts, "; ")
}

// policy says in words which moves count.
func (w *words) policy(p analysis.Policy) string {
	turns := w.say("provenance.policy_turns_open", fields{"First": p.FirstTurn})
	if p.LastTurn > 0 {
		turns = w.say("provenance.policy_turns", fields{"First": p.FirstTurn, "Last": p.LastTurn})
	}
	return strings.Join([]string{turns,
		w.say("provenance.policy_pawns", fields{"Pawns": w.decimal(p.MaxPawns, 0)}),
		w.say("provenance.policy_min", fields{"N": p.MinTurns})}, ", ")
}
