package reports

// Discreet leaves out of a report what the watch list and the arbiters' log say of the player, and
// all that follows from it: whether he was singled out, and with that among how many players his Z is
// judged, the line and its boundary, and what is permitted; and the comparison of moves after absences
// that the log notes. The other figures stay. Nothing reports whether there was anything to leave out.
func (f *FullTest) Discreet() {
	f.Withheld = true
	if f.Record != nil {
		record := *f.Record
		record.Watch, record.Log, record.Received = nil, nil, nil
		f.Record = &record
	}
	f.Player.SingledOut = false
	f.Actions, f.Held, f.Ranges = []Permitted{}, "", []PlayerRange{}
	f.Combined.Among, f.Combined.AmongMissing = nil, NotOpen
	f.Boundary, f.BoundaryMissing = nil, NotOpen
	for i := range f.Rounds {
		f.Rounds[i].Boundary, f.Rounds[i].BoundaryMissing = nil, NotOpen
	}
	if f.Subset != nil && len(f.Subset.Notes) > 0 {
		f.Subset = nil
		for i := range f.MoveRows {
			f.MoveRows[i].Subset = false
		}
	}
}
