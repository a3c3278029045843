package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"fairplay/reports/complaint/registry"
	"fairplay/reports/render"
)

// printState prints the number of a case and its state.
func printState(w io.Writer, in render.Phrases, v registry.View) {
	fmt.Fprintf(w, "%s  %s\n%s\n", v.Number, v.ID, in.Slug("case_state", string(v.State)))
}

// printRules prints whether a complaint satisfies each rule of admissibility.
func printRules(w io.Writer, in render.Phrases, v registry.View) {
	for _, r := range v.Admissibility {
		rule, stands := in.Admissibility(r.Criterion, r.Answer)
		fmt.Fprintf(w, "\n%s: %s\n", rule, stands)
		if len(r.Missing) > 0 {
			fmt.Fprintf(w, "  %s\n", strings.Join(r.Missing, ", "))
		}
		fmt.Fprintf(w, "  %s\n", strings.Join(r.Citations, "; "))
	}
}

// printNext prints what the reader may do next, under the name that "case act" takes, and what is
// missing for it.
func printNext(w io.Writer, in render.Phrases, v registry.View) error {
	if len(v.Next) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\n%s:\n", in.Say("letter.next"))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range v.Next {
		var to []string
		for _, state := range s.To {
			to = append(to, in.Slug("case_state", string(state)))
		}
		what := in.Slug("case_entry", string(s.Kind))
		if len(to) > 0 {
			what += " → " + strings.Join(to, " / ")
		}
		fmt.Fprintf(t, "  %s\t%s\n", s.Kind, what)
		for _, l := range s.Lacks {
			fmt.Fprintf(t, "  \t– %s\n", l.Sentence)
		}
	}
	return t.Flush()
}

// printList writes one line for each case.
func printList(w io.Writer, in render.Phrases, all []registry.View, now time.Time) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, v := range all {
		opened := v.Opened.Format(time.DateOnly)
		due := ""
		for _, d := range v.Due {
			if d.By == nil {
				continue
			}
			if due = d.By.UTC().Format(time.RFC3339); now.After(*d.By) {
				due += " !"
			}
			break
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", v.Number, v.ID, opened, orNothing(in, "case_kind", string(v.Kind)), in.Slug("case_state", string(v.State)), due)
	}
	return t.Flush()
}

// orNothing returns a word of a list, "-" for an unknown one.
func orNothing(in render.Phrases, list, word string) string {
	if word == "" {
		return "-"
	}
	return in.Slug(list, word)
}
