package render

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// look says how charts are drawn outside a browser: it applies the rules of style.css for charts,
// so that they are written only once. It knows the part of CSS that these rules use: elements,
// classes, those within others, and named colours.
type look struct {
	named map[string]string // colours by name
	rules []lookRule        // in the order of the file
}

// lookRule is one selector with what it sets.
type lookRule struct {
	path   []selector // of the element, the last, and of those that it must be within
	weight int
	sets   map[string]string
}

// selector is an element by its name, "" for any, and its classes.
type selector struct {
	name    string
	classes []string
}

// loadLook reads the style sheet.
func loadLook() (*look, error) {
	css, err := templates.ReadFile("style.css")
	if err != nil {
		return nil, fmt.Errorf("read the style sheet: %w", err)
	}
	text, _, _ := strings.Cut(string(css), "@media") // paper as the screen, but for sizes
	l := &look{named: map[string]string{}}
	for _, rule := range regexp.MustCompile(`(?s)([^{}]+)\{([^{}]*)\}`).FindAllStringSubmatch(text, -1) {
		sets := map[string]string{}
		for line := range strings.SplitSeq(rule[2], ";") {
			if name, value, ok := strings.Cut(line, ":"); ok {
				sets[strings.TrimSpace(name)] = strings.TrimSpace(value)
			}
		}
		for one := range strings.SplitSeq(rule[1], ",") {
			one = strings.TrimSpace(one)
			switch {
			case one == ":root":
				for name, value := range sets {
					l.named["var("+name+")"] = value
				}
			case strings.HasPrefix(one, ".chart") || strings.HasPrefix(one, ".graph"):
				if !strings.Contains(one, ":") {
					l.rules = append(l.rules, newLookRule(one, sets))
				}
			}
		}
	}
	slices.SortStableFunc(l.rules, func(a, b lookRule) int { return a.weight - b.weight })
	return l, nil
}

func newLookRule(path string, sets map[string]string) lookRule {
	r := lookRule{sets: sets}
	for one := range strings.FieldsSeq(path) {
		parts := strings.Split(one, ".")
		r.path = append(r.path, selector{parts[0], parts[1:]})
		r.weight += 10 * len(parts[1:])
		if parts[0] != "" {
			r.weight++
		}
	}
	return r
}

// holds reports whether a selector is that of an element.
func (s selector) holds(e selector) bool {
	return (s.name == "" || s.name == e.name) &&
		!slices.ContainsFunc(s.classes, func(class string) bool { return !slices.Contains(e.classes, class) })
}

// of returns what the rules set for an element within others, the outermost first.
func (l *look) of(within []selector, e selector) strokes {
	all := map[string]string{}
	for _, r := range l.rules {
		last := len(r.path) - 1
		if !r.path[last].holds(e) {
			continue
		}
		at := 0
		for _, outer := range within {
			if at < last && r.path[at].holds(outer) {
				at++
			}
		}
		if at == last {
			for name, value := range r.sets {
				all[name] = value
			}
		}
	}
	return l.strokes(all)
}

// strokes say how a shape is drawn, as SVG does where no rule says it. Lengths are in SVG units.
type strokes struct {
	fill, stroke *rgb // nil for none
	weight       float64
	dashes       []float64
	size         float64 // of letters
	bold         bool
}

func (l *look) strokes(sets map[string]string) strokes {
	s := strokes{fill: &rgb{}, weight: 1, size: 13}
	through := 1.0
	if text, ok := sets["opacity"]; ok {
		through = figureOf(text)
	}
	for name, value := range sets {
		switch name {
		case "fill":
			s.fill = l.paint(value, through)
		case "stroke":
			s.stroke = l.paint(value, through)
		case "stroke-width":
			s.weight = figureOf(value)
		case "stroke-dasharray":
			for part := range strings.FieldsSeq(value) {
				s.dashes = append(s.dashes, figureOf(part))
			}
		case "font-size":
			s.size = figureOf(value)
		case "font-weight":
			s.bold = figureOf(value) >= 600
		}
	}
	return s
}

// paint returns a colour, nil for none. What shines through is white paper.
func (l *look) paint(value string, through float64) *rgb {
	if value == "none" {
		return nil
	}
	c := l.colour(value)
	pale := func(x int) int { return 255 - int(float64(float64(255-x)*through)+.5) }
	return &rgb{pale(c.r), pale(c.g), pale(c.b)}
}

// colour reads a colour, by name or as three or six hex digits; black where it is none.
func (l *look) colour(value string) (c rgb) {
	if named, ok := l.named[value]; ok {
		value = named
	}
	digits := strings.TrimPrefix(value, "#")
	if len(digits) == 3 {
		digits = strings.Repeat(digits[:1], 2) + strings.Repeat(digits[1:2], 2) + strings.Repeat(digits[2:], 2)
	}
	n, err := strconv.ParseUint(digits, 16, 24)
	if err != nil {
		return rgb{}
	}
	return rgb{int(n >> 16), int(n >> 8 & 255), int(n & 255)}
}

// figureOf reads a number of the style sheet, 0 if it is none.
func figureOf(text string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "px"), 64)
	if err != nil {
		return 0
	}
	return x
}
