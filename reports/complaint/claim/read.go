package claim

import (
	"io"

	"fairplay/reports/yamlfile"
)

// mostFile is the greatest length of a file with a claim, in bytes.
const mostFile = 1 << 20

// Read reads a claim that somebody wrote by hand, in YAML or JSON. The error is Invalid and names
// file, line and reason; nothing of a faulty file is taken. Missing values are no error.
func Read(name string, in io.Reader) (*Claim, error) {
	f, err := yamlfile.Open(name, "claim", in, mostFile, `player: "1503014"`)
	if err != nil {
		return nil, err
	}
	var c Claim
	if err := f.Decode(func() any { return &Claim{} }, &c); err != nil {
		return nil, err
	}
	for i := range c.Games {
		for k := range c.Games[i].Ranges {
			if err := c.Games[i].Ranges[k].Validate(); err != nil {
				return nil, f.WrongAt(err, "games", i, "ranges", k)
			}
		}
		if err := c.Games[i].Validate(); err != nil {
			return nil, f.WrongAt(err, "games", i)
		}
	}
	if err := c.Validate(); err != nil {
		return nil, f.Wrong(f.Blame(func(rest *yamlfile.File) bool {
			var less Claim
			return rest.Decode(nil, &less) != nil || less.Validate() != nil
		}), "%s", yamlfile.Reason(err))
	}
	return &c, nil
}
