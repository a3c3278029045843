package complaint_test

import (
	"fmt"
	"time"

	"fairplay/reports/access"
	"fairplay/reports/complaint"
	"fairplay/reports/regulations"
)

// A case is opened, and the table of the procedure says what its secretary may do next. Anything else is refused.
func Example() {
	at := time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC)
	secretary := complaint.Actor{Token: "0123456789abcdef0123456789abcdef", Role: access.FPLSecretary}
	opening := &complaint.Opening{Case: complaint.PTC, In: complaint.Competition{
		Name: "Club Open", Mode: regulations.OverTheBoard, Start: "2026-03-14", TimeZone: "Europe/Kyiv", Arbiters: []complaint.Individual{},
	}}
	var c complaint.Case
	entry, err := c.Write(opening, secretary, at)
	if err == nil {
		c, err = c.Apply(entry)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.State)
	for _, step := range c.Next(secretary, at)[:2] {
		fmt.Println(step.Kind, step.To)
	}
	_, err = c.Write(&complaint.Caution{Sentence: "no more than a warning"}, secretary, at)
	fmt.Println(err)
	// Output:
	// opened
	// filed [received]
	// attachment_added []
	// a case that is "opened" takes no entry of the kind "cautioned"
}

// The number of a case does not tell how many there are.
func ExampleNumber() {
	fmt.Println(complaint.Number("3f9a07bd5a1c4e2d8b6f0a9c7d5e3b1f"))
	// Output:
	// C-3F9A-07BD
}

// A request about personal data has thirty days, and the last one to its end.
func ExampleDataRequestDue() {
	fmt.Println(complaint.DataRequestDue(time.Date(2026, 3, 5, 9, 30, 0, 0, time.UTC)))
	// Output:
	// 2026-04-05 00:00:00 +0000 UTC
}
