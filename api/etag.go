package api

import (
	"strconv"
	"strings"

	"fairplay/analysis/fault"
)

// versionTag is the ETag of a version of an event.
func versionTag(version int64) string { return strconv.Quote(strconv.FormatInt(version, 10)) }

// versionOf reads If-Match; 0 means any version. what names the thing that has versions, which
// begin with 1.
func versionOf(match *string, what string) (int64, error) {
	switch {
	case match == nil || *match == "":
		return 0, fault.New(fault.Invalid, codeNoIfMatch, "say in If-Match which version of the %s you change: its ETag, or * for any", what)
	case *match == "*":
		return 0, nil
	}
	text, err := strconv.Unquote(*match)
	version, err2 := strconv.ParseInt(text, 10, 64)
	if err != nil || err2 != nil || version < 1 {
		return 0, fault.New(fault.Conflict, codeEventChanged, "If-Match does not bear the ETag of a version of this %s; read it again", what)
	}
	return version, nil
}

// known reports whether If-None-Match names the tag, or any tag.
func known(match *string, tag string) bool {
	if match == nil {
		return false
	}
	for one := range strings.SplitSeq(*match, ",") {
		if one = strings.TrimPrefix(strings.TrimSpace(one), "W/"); one == tag || one == "*" {
			return true
		}
	}
	return false
}
