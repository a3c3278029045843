package render

import (
	"fairplay/reports"
)

// figures writes the figures of the players' table in one language.
type figures struct {
	*words
	bounds int // decimals of the bounds of a percentage
}

func orAbsent(text string) string {
	if text == "" {
		return absent
	}
	return text
}

func (f figures) rating(r *reports.PlayerRow) string {
	if r.Rating <= 0 {
		return absent
	}
	return f.decimal(float64(r.Rating), 0)
}

// line writes the hint line beside the move match.
func (f figures) line(r *reports.PlayerRow) string {
	if r.Hint == nil {
		return absent
	}
	return f.percentBeside(r.Hint.Line, r.MM.Actual)
}

// match writes the move match beside the hint line.
func (f figures) match(r *reports.PlayerRow) string {
	if r.Hint == nil || r.MM.Actual == nil {
		return f.share(&r.MM)
	}
	return f.percentBeside(*r.MM.Actual, &r.Hint.Line)
}

// percentBeside writes a share in percent beside another, nil for none.
func (f figures) percentBeside(share float64, other *float64) string {
	if !exists(other) {
		return f.percent(share, 1)
	}
	return f.decimal(beside(100*share, 1, 100**other), 1)
}

func (f figures) roi(r *reports.PlayerRow) string {
	if r.ROI == nil {
		return absent
	}
	return f.decimal(roiBeside(r.ROI.ROI), 1)
}

// roiRating writes the ROI against the rating alone, absent if the ROI is just
// that.
func (f figures) roiRating(r *reports.PlayerRow) string {
	if r.ROI == nil || r.ROI.RatingAlone == nil {
		return absent
	}
	return f.decimal(*r.ROI.RatingAlone, 1)
}

// roiChance writes how many players chance puts at the row's ROI or above.
func (f figures) roiChance(r *reports.PlayerRow) string {
	if r.ROI == nil || r.ROI.Expected == nil {
		return absent
	}
	return f.small(*r.ROI.Expected)
}

func (f figures) roiHolm(r *reports.PlayerRow) string {
	if r.ROI == nil || r.ROI.Holm == nil {
		return absent
	}
	return f.adjusted(*r.ROI.Holm)
}

func (f figures) share(q *reports.Measured) string           { return f.percentOf(q.Actual) }
func (f figures) expectedShare(q *reports.Measured) string   { return f.percentOf(q.Expected) }
func (f figures) average(q *reports.Measured) string         { return f.pawns(q.Actual) }
func (f figures) expectedAverage(q *reports.Measured) string { return f.pawns(q.Expected) }

// interval writes the bounds of a percentage, "" if there are none.
func (f figures) interval(q *reports.Measured) string {
	if q.Actual == nil || q.Interval == nil {
		return ""
	}
	return f.percent(q.Interval[0], f.bounds) + "–" + f.percent(q.Interval[1], f.bounds)
}

// standardError writes the standard error of an average, "" if there is none.
func (f figures) standardError(q *reports.Measured) string {
	if q.Actual == nil || q.SE == nil {
		return ""
	}
	return "±" + f.decimal(*q.SE, 3)
}
