package render

import (
	"slices"
	"strconv"
	"strings"

	"fairplay/reports"
)

// reproduction says how to get a report again: the command, the options, the files by
// their digests, and the program. Nil for a report that does not know.
func (w *words) reproduction(p *reports.Provenance) []fact {
	if p.Task == "" {
		return nil
	}
	facts := []fact{{Label: w.say("reproduction.command", nil), Value: visible(p.Command), Code: true, Words: append([]string{p.Program}, p.Arguments()...)}}
	if len(p.Options) > 0 {
		facts = append(facts, fact{Label: w.say("reproduction.asked", nil), Value: w.asked(p.Options)})
	}
	for i := range p.Inputs {
		in := &p.Inputs[i]
		facts = append(facts, w.inputPart(w.say("reproduction.input", nil), in.File, in.Bytes, in.SHA256))
		for k := range in.Unpacked {
			facts = append(facts, w.inputPart(w.say("reproduction.unpacked", nil), in.Unpacked[k].File, in.Unpacked[k].Bytes, in.Unpacked[k].SHA256))
		}
	}
	facts = append(facts, fact{Label: w.say("reproduction.built", nil), Value: w.built(p)})
	if w.checkpoint != "" {
		facts = append(facts, fact{Label: w.say("reproduction.log", nil), Value: visible(w.checkpoint), Code: true})
	}
	if p.Task == reports.TaskScreen || p.Task == reports.TaskTest || p.Task == reports.TaskClaim {
		facts = append(facts, fact{Label: w.say("reproduction.check", nil), Value: "fairplay verify REPORT.json", Code: true})
	}
	return facts
}

// nameLog adds the state of the log of the service at the end of a document that does not say how to get it again, if the
// document has a foot.
func (w *words) nameLog(d *document) {
	state := visible(w.checkpoint)
	says := func(s section) bool {
		return slices.ContainsFunc(s.Facts, func(f fact) bool { return f.Value == state })
	}
	if state != "" && !d.Large && !slices.ContainsFunc(d.Sections, says) {
		d.Sections = append(d.Sections, section{ID: "log_state", Title: w.say("reproduction.log", nil), Text: []string{state}})
	}
}

// asked lists the options by the names of their flags, and which of them were left to
// the files.
func (w *words) asked(options []reports.StatedOption) string {
	texts := make([]string, len(options))
	for i, o := range options {
		value := w.say("reproduction.not_stated", nil)
		if o.Value != "" {
			value = visible(o.Value)
		}
		texts[i] = o.Name + noBreakSpace + value
	}
	return strings.Join(texts, "; ")
}

func (w *words) inputPart(label, file string, bytes int64, sha256 string) fact {
	return fact{Label: label, Value: w.say("reproduction.file", fields{
		"File": visible(file), "Bytes": w.integer(int(bytes)), "SHA256": orAbsent(sha256)})}
}

// built names the program with the commit of its source.
func (w *words) built(p *reports.Provenance) string {
	text := strings.TrimSpace(p.Program + " " + p.Version)
	switch {
	case p.Commit == "":
		return text + ", " + w.say("reproduction.no_commit", nil)
	case p.Modified:
		return text + ", " + w.say("reproduction.modified", fields{"Commit": p.Commit})
	}
	return text + ", " + w.say("reproduction.commit", fields{"Commit": p.Commit})
}

// commandLines writes the words of a command in lines of at most so many cells, which
// a shell reads as one: each but the last ends in a backslash. A word too long for a
// line continues at the very beginning of the next.
func commandLines(words []string, columns int) []string {
	const indent = "  "
	var lines []string
	line := ""
	for i, word := range words {
		quoted := reports.ShellWord(visible(word))
		switch {
		case i == 0:
			line = quoted
			continue
		case width(line)+1+width(quoted)+2 <= columns:
			line += " " + quoted
			continue
		}
		lines, line = append(lines, line+` \`), indent+quoted
		if width(line)+2 <= columns {
			continue
		}
		pieces := pieces(visible(word), columns-len(indent)-2)
		line = indent + pieces[0]
		for _, piece := range pieces[1:] {
			lines, line = append(lines, line+`\`), piece
		}
	}
	return append(lines, line)
}

// pieces cuts a word into parts of at most so many cells, which a shell joins to the
// word again.
func pieces(word string, cells int) (parts []string) {
	for word != "" {
		n := cells
		head, tail := cut(word, n)
		for n > 1 && width(reports.ShellWord(head)) > cells {
			n--
			head, tail = cut(word, n)
		}
		parts, word = append(parts, reports.ShellWord(head)), tail
	}
	return parts
}

// reproductionFacts is the same block for programs: names and values, in the same
// order.
func reproductionFacts(p *reports.Provenance) [][2]string {
	if p.Task == "" {
		return nil
	}
	facts := [][2]string{{"command", visible(p.Command)}}
	for _, o := range p.Options {
		facts = append(facts, [2]string{"option " + o.Name, visible(o.Value)})
	}
	digest := func(bytes int64, sha256 string) string {
		return strconv.FormatInt(bytes, 10) + " bytes, SHA-256 " + sha256
	}
	for _, in := range p.Inputs {
		facts = append(facts, [2]string{"input " + visible(in.File), digest(in.Bytes, in.SHA256)})
		for _, part := range in.Unpacked {
			facts = append(facts, [2]string{"unpacked " + visible(part.File), digest(part.Bytes, part.SHA256)})
		}
	}
	facts = append(facts, [][2]string{
		{"program", p.Program}, {"version", p.Version}, {"commit", p.Commit}, {"modified", strconv.FormatBool(p.Modified)},
		{"engine", p.Engine.Name}, {"engine_sha256", p.Engine.SHA256}, {"network", p.Engine.Network},
		{"recipe_fingerprint", p.RecipeFingerprint}, {"policy_fingerprint", p.PolicyFingerprint},
	}...)
	if c := p.Calibration; c != nil {
		facts = append(facts, [2]string{"calibration", c.Name}, [2]string{"calibration_sha256", c.SHA256})
	}
	return append(facts, [2]string{"games_sha256", p.GamesSHA256})
}
