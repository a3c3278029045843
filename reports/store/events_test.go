package store

import (
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
)

func TestValidateEvent(t *testing.T) {
	city := Event{Name: "City Open", TimeClass: analysis.StandardTime}
	for name, c := range map[string]struct {
		change func(*Event)
		ok     bool
	}{
		"plain": {func(*Event) {}, true},
		"everything": {func(e *Event) {
			e.Site, e.Federation, e.RuleSet, e.PlannedRounds, e.Players = "Київ", "UKR", "fide", 9, 96
		}, true},
		"one day":                      {func(e *Event) { e.Start, e.End = "2026-03-01", "2026-03-01" }, true},
		"no end":                       {func(e *Event) { e.Start = "2026-03-01" }, true},
		"longest name":                 {func(e *Event) { e.Name = strings.Repeat("я", 200) }, true},
		"no name":                      {func(e *Event) { e.Name = " " }, false},
		"name too long":                {func(e *Event) { e.Name = strings.Repeat("я", 201) }, false},
		"name in two lines":            {func(e *Event) { e.Name = "a\nb" }, false},
		"site that is no UTF-8":        {func(e *Event) { e.Site = "\xff" }, false},
		"federation in small letters":  {func(e *Event) { e.Federation = "ukr" }, false},
		"day that there is not":        {func(e *Event) { e.Start = "2026-02-30" }, false},
		"ends before it starts":        {func(e *Event) { e.Start, e.End = "2026-03-02", "2026-03-01" }, false},
		"a zone that there is not":     {func(e *Event) { e.Facts.TimeZone = "Europe/Nowhere" }, false},
		"a mode that there is not":     {func(e *Event) { e.Facts.Mode = "by post" }, false},
		"a title that there is not":    {func(e *Event) { e.Facts.Titles = []string{"GM", "NM"} }, false},
		"titles and zone":              {func(e *Event) { e.Facts.TimeZone, e.Facts.Titles = "Asia/Tashkent", []string{"WIM"} }, true},
		"an answer that is none":       {func(e *Event) { e.Facts.Rated = "perhaps" }, false},
		"rounds below 0":               {func(e *Event) { e.PlannedRounds = -1 }, false},
		"more players than can be":     {func(e *Event) { e.Players = 100_001 }, false},
		"time class that there is not": {func(e *Event) { e.TimeClass = "fast" }, false},
		"no time class":                {func(e *Event) { e.TimeClass = analysis.UnknownTime }, false},
		"rule set that there is not":   {func(e *Event) { e.RuleSet = "house" }, false},
	} {
		e := city
		c.change(&e)
		if err := e.Validate(); (err == nil) != c.ok || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
