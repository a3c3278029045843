package render

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis/exact"
	"fairplay/reports"
)

// The time line of a career, in SVG units: ratings above, Z below.
const (
	timelineLeft    = 78.0
	timelineRatings = 250.0 // bottom of the ratings
	timelineZ       = 290.0 // top of Z
	timelineBottom  = 420.0
	timelineBelow   = 54.0
	timelineApart   = 18.0 // between two events, where there is room
	timelineBeyond  = 400.0
)

// dated is an event of a career at its place on the time line.
type dated struct {
	*reports.CareerPart
	number int // in the table of events, from 1
	x      float64
}

// careerChart shows rating and intrinsic rating of each event over time, and Z below; nil with fewer than
// two events that have a day.
func (t fullTest) careerChart() *chart {
	first, last := math.Inf(1), math.Inf(-1)
	var events []dated
	for i := range t.Career.Events {
		e := &t.Career.Events[i]
		from, known := dayNumber(e.From)
		to, ends := dayNumber(cmp.Or(e.To, e.From))
		if !known || !ends || e.Games == 0 || !(&rated{estimate: &e.IPR, rating: e.Rating}).plottable() {
			continue
		}
		first, last = min(first, from), max(last, to)
		events = append(events, dated{e, i + 1, (from + to) / 2})
	}
	if len(events) < 2 || !(last > first) {
		return nil
	}
	pad := (last - first) / 30
	x := axis{low: first - pad, high: last + pad, from: timelineLeft, to: plotRight}
	for i := range events {
		events[i].x = x.at(events[i].x)
	}
	spread(events)
	ratings, z := t.careerRatings(events), t.careerZ(events)
	c := &chart{TitleID: "career-title", NoteID: "career-note", Notes: []string{t.say("career.chart", nil)}, Width: chartWidth, Height: timelineBottom + timelineBelow}
	c.add(shape{Kind: "rect", Class: "band", X: timelineLeft, Y: z.at(exact.Normal95), X2: plotRight - timelineLeft, Y2: z.at(-exact.Normal95) - z.at(exact.Normal95)})
	c.levels(x, ratings, t.decimals(0))
	c.levels(x, z, t.decimals(0))
	for _, tick := range timeTicks(x) {
		at := x.at(tick.day)
		c.add(line("rule", at, plotTop, at, timelineRatings), line("rule", at, timelineZ, at, timelineBottom), tickBelow(at, timelineBottom, tick.text))
	}
	c.add(line("base", timelineLeft, timelineRatings, plotRight, timelineRatings), line("base", timelineLeft, z.at(0), plotRight, z.at(0)))
	c.nameLeft((plotTop+timelineRatings)/2, t.say("ipr.x", nil))
	c.nameLeft((timelineZ+timelineBottom)/2, "Z")
	var path []xy
	for _, e := range events {
		if e.Rating > 0 {
			path = append(path, xy{e.x, ratings.at(e.Rating)})
		}
	}
	if len(path) > 1 {
		c.add(shape{Kind: "polyline", Class: "hintline", Points: path})
	}
	shown := math.Inf(-1)
	for _, e := range events {
		c.event(t, e, ratings, z)
		if e.x-shown >= timelineApart { // else the numbers would cover each other
			c.add(shape{Kind: "text", Class: "tick", X: e.x, Y: timelineRatings, DY: 19, Anchor: "middle", Text: strconv.Itoa(e.number)})
			shown = e.x
		}
	}
	return c
}

// event adds one event: its intrinsic rating with the interval, cut off where it leaves the chart, and its Z.
func (c *chart) event(t fullTest, e dated, ratings, z axis) {
	var shapes []shape
	if i := &e.IPR; i.Exists {
		shapes = append(shapes, line("interval", e.x, ratings.at(i.Low), e.x, ratings.at(i.High)))
		for _, end := range []struct {
			value float64
			open  bool
		}{{i.Low, i.LowOpen}, {i.High, i.HighOpen}} {
			if !end.open && end.value > ratings.low && end.value < ratings.high {
				shapes = append(shapes, line("interval", e.x-graphCap, ratings.at(end.value), e.x+graphCap, ratings.at(end.value)))
			}
		}
		shapes = append(shapes, circle(e.x, ratings.at(i.Rating), 5))
	}
	if charted(e.Z) {
		shapes = append(shapes, circle(e.x, z.at(*e.Z), 5))
	}
	class := ""
	if !e.Judged {
		class = "few"
	}
	c.point(class, t.say("career.point", fields{"Event": printable(orAbsent(e.Name)), "IPR": t.rating(&e.IPR), "Interval": t.ratingInterval(&e.IPR),
		"Rating": t.decimal(e.Rating, 0), "Z": t.z(e.Z), "Moves": t.integer(e.Moves)}), shapes...)
}

// careerRatings returns the axis of ratings. Intervals may leave it.
func (t fullTest) careerRatings(events []dated) axis {
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range events {
		if e.Rating > 0 {
			low, high = min(low, e.Rating), max(high, e.Rating)
		}
		if e.IPR.Exists {
			low, high = min(low, e.IPR.Rating), max(high, e.IPR.Rating)
		}
	}
	if low > high {
		low, high = leastRating, leastRating
	}
	middle := float64((low + high) / 2)
	low, high = min(low-50, max(low-timelineBeyond, middle-timelineBeyond)), max(high+50, min(high+timelineBeyond, middle+timelineBeyond))
	return newAxis(low, high, timelineRatings, plotTop, 8, 100, 200, 500)
}

// careerZ returns the axis of Z.
func (t fullTest) careerZ(events []dated) axis {
	low, high := -2.0, 3.0
	for _, e := range events {
		if charted(e.Z) {
			low, high = min(low, *e.Z), max(high, *e.Z)
		}
	}
	return newAxis(low-.2, high+.2, timelineBottom, timelineZ, 6, 1, 2, 5, 10)
}

// spread moves events apart that would cover each other, in their order.
func spread(events []dated) {
	apart := min(timelineApart, (plotRight-timelineLeft)/float64(len(events)+1))
	for i := 1; i < len(events); i++ {
		events[i].x = max(events[i].x, events[i-1].x+apart)
	}
	end := plotRight
	for i := len(events) - 1; i >= 0; i-- {
		events[i].x = min(events[i].x, end)
		end = events[i].x - apart
	}
}

// dayNumber returns the place of a day in time, in days. Of a date without a day or a month it is the middle.
func dayNumber(date string) (float64, bool) {
	parts := strings.Split(date, ".")
	if len(parts) != 3 {
		return 0, false
	}
	year, err := strconv.Atoi(parts[0])
	if err != nil {
		return 0, false
	}
	month, day := 7, 1
	if m, err := strconv.Atoi(parts[1]); err == nil {
		month, day = m, 15
		if d, err := strconv.Atoi(parts[2]); err == nil {
			day = d
		}
	}
	return float64(time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix()) / 86400, true
}

// timeTick is a marked day of a time line.
type timeTick struct {
	day  float64
	text string
}

// mostTicks is the greatest number of marked days.
const mostTicks = 12

// timeTicks marks the beginnings of years on an axis of days, or of months if there are few years.
func timeTicks(x axis) (ticks []timeTick) {
	from, to := time.Unix(int64(x.low*86400), 0).UTC(), time.Unix(int64(x.high*86400), 0).UTC()
	for _, months := range []int{1, 2, 3, 6, 12, 24, 60, 120, 600} {
		ticks = nil
		for at := time.Date(from.Year()-from.Year()%max(1, months/12), 1, 1, 0, 0, 0, 0, time.UTC); !at.After(to) && len(ticks) <= mostTicks; at = at.AddDate(0, months, 0) {
			if at.Before(from) {
				continue
			}
			text := at.Format("2006-01")
			if months >= 12 {
				text = at.Format("2006")
			}
			ticks = append(ticks, timeTick{float64(at.Unix()) / 86400, text})
		}
		if len(ticks) <= mostTicks {
			return ticks
		}
	}
	return nil
}
