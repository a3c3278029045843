package config

import "time"

// caseSettings returns the settings of what surrounds cases.
func (c *Settings) caseSettings() []setting {
	return []setting{
		{name: "clamd", of: ForServer, set: orNone(socketOrAddress(&c.Scanner.Address)),
			help: "`ADDRESS` of clamd, which scans what is attached to cases for viruses: host:port, or the path of a socket (default: nothing is scanned)"},
		{name: "clamd-timeout", fallback: "30s", of: ForServer, set: duration(&c.Scanner.Patience, time.Second, "from a second to an hour; write for instance 30s or 1m"),
			help: "`TIME` that clamd has for one file; a file that takes longer counts as not scanned"},
		{name: "clamd-limit", fallback: "25 MiB", of: ForServer, set: size(&c.Scanner.Most),
			help: "`SIZE` up to which a file is sent to clamd, whose StreamMaxLength must allow it"},
	}
}
