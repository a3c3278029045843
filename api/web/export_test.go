package web

// Table returns the name, the address and the operations of every page, for tests.
func Table() (all []struct {
	Name, Path string
	Needs      []string
}) {
	for _, g := range pages() {
		all = append(all, struct {
			Name, Path string
			Needs      []string
		}{g.name, g.path, g.needs})
	}
	return all
}
