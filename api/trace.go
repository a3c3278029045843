package api

import (
	"regexp"
	"strings"
)

// trace is the place of a request in a trace that goes through several programs.
type trace struct {
	id     string // 32 hexadecimal digits, empty for none
	parent string // span of the caller, 16 digits
}

// traceparentForm is the form of the header in "Trace Context", W3C Recommendation of 23
// November 2021, 3.2: version, trace, span of the caller, flags. Versions after 00 may have
// more after another dash.
const traceparentForm = `^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$`

// readTrace reads a traceparent header. One that breaks the rules counts as none.
func readTrace(form *regexp.Regexp, header string) trace {
	m := form.FindStringSubmatch(header)
	switch {
	case m == nil, m[1] == "ff", m[1] == "00" && m[4] != "", strings.Trim(m[2], "0") == "", strings.Trim(m[3], "0") == "":
		return trace{}
	}
	return trace{m[2], m[3]}
}
