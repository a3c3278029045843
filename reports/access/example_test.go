package access_test

import (
	"fmt"

	"fairplay/reports/access"
)

// The chief arbiter of one event does not learn that another exists.
func ExampleAllow() {
	grants := []access.Grant{{Role: access.ChiefArbiter, Event: "open"}}
	fmt.Println(access.Allow(access.SeeStatistics, grants, access.On{Event: "open"}))
	_, err := access.Allow(access.SeeStatistics, grants, access.On{Event: "masters"})
	fmt.Println(err)
	// Output:
	// chief-arbiter <nil>
	// there is no such thing, or it is not open to you
}
