package render

// glossary is a section with official terms and what they mean, in the order given. Each is written
// once, in the catalogue glossary.LANG.yaml; reports use them as they stand there.
func (w *words) glossary(terms ...string) section {
	s := section{ID: "glossary", Title: w.say("glossary.title", nil), Notes: []string{w.say("glossary.note", nil)}}
	for _, term := range terms {
		s.Terms = append(s.Terms, fact{Label: w.slug("glossary", term), Value: w.slug("glossary_meaning", term)})
	}
	return s
}
