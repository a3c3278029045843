package trf_test

import (
	"fmt"
	"strings"

	"fairplay/reports/tournament/trf"
)

// A file is read to its end whatever is wrong with it, and written back with only what was changed.
func Example() {
	const file = `012 Club Open
042 2026/13/14
XXR 2
001    1 w    Alpha, Anna                       2400 UKR    14100000 1990/00/00  1.5    1     2 w 1     3 b =
001    2 m    Beta, Bohdan                      2300 UKR    14100001 1985/00/00  1.0    2     1 b 0  0000 - U
001    3 m    Gamma, Georg                      2200 AUT     1600001 2001/00/00  0.5    3  0000 - Z     1 w =
`
	t, err := trf.Read(strings.NewReader(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, remark := range t.Errors {
		fmt.Printf("line %d, column %d: %s\n", remark.Line, remark.Column, remark.Reason)
	}
	for _, p := range t.Pairings() {
		fmt.Printf("round %d: %s against %s, %s to %s\n", p.Round, p.White.Name, p.Black.Name, p.WhiteMark, p.BlackMark)
	}
	t.Participant(3).Rating = 2250
	var changed strings.Builder
	if err := trf.Write(&changed, t); err != nil {
		fmt.Println(err)
		return
	}
	was, is := strings.Split(file, "\n"), strings.Split(changed.String(), "\n")
	for i := range was {
		if was[i] != is[i] {
			fmt.Println("changed:", strings.Fields(is[i])[4])
		}
	}
	// Output:
	// line 2, column 5: there is no such date; it is written YYYY/MM/DD
	// round 1: Alpha, Anna against Beta, Bohdan, 1 to 0
	// round 2: Gamma, Georg against Alpha, Anna, = to =
	// changed: Georg
}

func ExampleTitle() {
	fmt.Println(trf.Title("g"))
	fmt.Println(trf.Title("WIM"))
	fmt.Println(trf.Title("dr"))
	// Output:
	// GM true
	// WIM true
	// DR false
}

// Dates are written in two orders.
func ExampleParseDay() {
	for _, text := range []string{"2026/03/05", "05.03.2026", "2026-03-??"} {
		fmt.Println(trf.ParseDay(text))
	}
	// Output:
	// 2026/03/05 true
	// 2026/03/05 true
	// 2026/03/00 true
}

// Ninety minutes for forty moves and thirty for the rest, with thirty seconds for every move.
func ExampleParseControl() {
	control, ok := trf.ParseControl("40/5400+30:1800+30")
	fmt.Println(control.White.Minutes(), control.Black.Minutes(), ok)
	// Output:
	// 150 150 true
}
