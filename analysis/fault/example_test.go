package fault_test

import (
	"errors"
	"fmt"

	"fairplay/analysis/fault"
)

// An error says what kind it is, and a code that stays the same when its words change.
func ExampleNew() {
	var err error = fmt.Errorf("round 3: %w", fault.New(fault.Invalid, "game_empty", "the game on line %d has no moves", 17))
	bad, _ := errors.AsType[*fault.Error](err)
	fmt.Println(err, "|", fault.KindOf(err), bad.Code)
	// Output:
	// round 3: the game on line 17 has no moves | invalid game_empty
}
