package render

import (
	"strconv"
	"strings"

	"fairplay/analysis"
	"fairplay/reports"
)

// shortProvenance returns the provenance as a terminal shows it, digests cut
// to their first digits.
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
	plain := func(id, value string) fact { return fact{Label: w.say("provenance."+id, nil), Value: orAbsent(value)} }
	code := func(id, value string) fact {
		return fact{Label: w.say("provenance."+id, nil), Value: orAbsent(value), Code: true}
	}
	book := code("book", p.Policy.BookSHA256)
	if p.Policy.BookSHA256 == "" {
		book = plain("book", w.say("provenance.none", nil))
	}
	facts := append(w.reproduction(p),
		plain("program", strings.TrimSpace(p.Program+" "+p.Version)),
		plain("engine", p.Engine.Name), plain("engine_author", p.Engine.Author),
		code("engine_sha256", p.Engine.SHA256), plain("network", p.Engine.Network),
		plain("recipe", p.Recipe.Name), plain("passes", w.passes(p.Recipe.Passes)),
		plain("threads", strconv.Itoa(p.Recipe.Threads)), plain("hash_mib", strconv.Itoa(p.Recipe.HashMiB)),
		plain("options", w.options(p.Recipe.Options)), code("recipe_fingerprint", p.RecipeFingerprint),
		plain("policy", p.Policy.Name+": "+w.policy(p.Policy)), code("policy_fingerprint", p.PolicyFingerprint),
		book, code("games_sha256", p.GamesSHA256),
	)
	if c := p.Calibration; c != nil {
		facts = append(facts, plain("calibration", w.calibration(c)), code("calibration_sha256", c.SHA256),
			code("calibration_corpus", c.Corpus))
	}
	if p.AssumedTimeClass != "" {
		facts = append(facts, w.assumedClass(p))
	}
	return facts
}

func (w *words) assumedClass(p *reports.Provenance) fact {
	return fact{Label: w.say("provenance.assumed_time_class", nil), Value: w.slug("time_class", p.AssumedTimeClass)}
}

// calibration names a calibration with what it was fitted on.
func (w *words) calibration(c *reports.Calibration) string {
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
