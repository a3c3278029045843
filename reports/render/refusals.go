package render

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"

	"fairplay/analysis/fault"
	"fairplay/reports/complaint"
)

// anyCode is the group of sentences whose code is known only when they are said, and of words, phrases and
// citations that stand in others.
const anyCode = "any"

// refusals are the sentences of errors in one language: by the code of the error and the English format, a format that
// takes the same values. There are none in English.
type refusals map[string]map[string]string

func readRefusals(lang string) (refusals, error) {
	if lang == "en" {
		return nil, nil
	}
	text, err := catalogues.ReadFile("words/refusals/" + lang + ".yaml")
	if err != nil {
		return nil, err
	}
	var all refusals
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("read the refusals in %s: %w", lang, err)
	}
	return all, nil
}

// word returns a word, a phrase or a citation in the language, as it is if the catalogue does not have it.
func (r refusals) word(text string) string {
	if said, ok := r[anyCode][text]; ok {
		return said
	}
	return text
}

// Language returns the one of Languages that suits an Accept-Language header best: English if none does.
func Language(accept string) string {
	var tags []language.Tag
	for _, l := range Languages() {
		tags = append(tags, language.MustParse(l))
	}
	asked, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return Languages()[0]
	}
	_, best, _ := language.NewMatcher(tags).Match(asked...)
	return Languages()[best]
}

// Refusal says what an error says to users, without its cause. A sentence that the catalogue does not have is said in
// English.
func (p Phrases) Refusal(f *fault.Error) string {
	format, ok := p.refusals[f.Code][f.Format]
	if !ok {
		format, ok = p.refusals[anyCode][f.Format]
	}
	if !ok && f.Format != "%s" {
		return f.Msg
	}
	if !ok {
		format = f.Format
	}
	args := make([]any, len(f.Args))
	for i, arg := range f.Args {
		args[i] = p.argument(arg)
	}
	return fmt.Sprintf(format, args...)
}

// argument returns a value of a sentence: errors, and words that the catalogue has, in the language; all else as it is.
func (p Phrases) argument(arg any) any {
	switch arg := arg.(type) {
	case error:
		return p.Failure(arg)
	case string:
		return p.refusals.word(arg)
	case complaint.State:
		return p.slug("case_state", string(arg))
	case complaint.CaseKind:
		return p.slug("case_kind", string(arg))
	case complaint.EntryKind:
		return p.slug("case_entry", string(arg))
	case complaint.BallotQuestion:
		return p.slug("ballot_question", string(arg))
	case complaint.Criterion:
		return p.slug("criterion", string(arg))
	}
	return arg
}

// Failure says an error with its causes. What is no fault.Error is text from elsewhere and stays as it is.
func (p Phrases) Failure(err error) string {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err.Error()
	}
	said := p.Refusal(f)
	if f.Err != nil {
		said += ": " + p.Failure(f.Err)
	}
	return strings.Replace(err.Error(), f.Error(), said, 1)
}
