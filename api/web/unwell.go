package web

// unwell names the parts of the service that do not work now: "database", "redis", "engines",
// "reminders", "clamd". Finished results can still be read.
func (v *visit) unwell() []string {
	var names []string
	for _, part := range v.api.Readiness(v.context()).Parts {
		if !part.OK {
			names = append(names, part.Name)
		}
	}
	return names
}
