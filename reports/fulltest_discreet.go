package reports

// Discreet leaves out of a report what the watch list and the arbiters' log say of the player, and
// all that follows from it: whether he was singled out, and with that among how many players his Z is
// judged, the line and its boundary, and what is permitted; and the comparison of moves after absences
// that the log notes. The other figures stay. Nothing reports whether there was anything to leave out.
func (t *FullTest) Discreet() {
	t.Withheld = true
	if t.Record != nil {
		record := *t.Record
		record.Watch, record.Log, record.Received = nil, nil, nil
		t.Record = &record
	}
	t.Player.SingledOut = false
	t.Actions, t.Held, t.Ranges = []Permitted{}, "", []PlayerRange{}
	t.Combined.Among, t.Combined.AmongMissing = nil, NotOpen
	t.Boundary, t.BoundaryMissing = nil, NotOpen
	for i := range t.Rounds {
		t.Rounds[i].Boundary, t.Rounds[i].BoundaryMissing = nil, NotOpen
	}
	if t.Subset != nil && len(t.Subset.Notes) > 0 {
		t.Subset = nil
		for i := range t.MoveRows {
			t.MoveRows[i].Subset = false
		}
	}
}
