package uci

import (
	"bytes"
	"strconv"
	"strings"

	"fairplay/analysis/fault"
)

// Offer is an option that an engine offers in its handshake.
type Offer struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // "spin", "check", "combo", "string" or "button"
	Default string   `json:"default,omitempty"`
	Min     int      `json:"min,omitempty"`  // of a spin
	Max     int      `json:"max,omitempty"`  // of a spin
	Vars    []string `json:"vars,omitempty"` // of a combo
}

// parseOffer reads an "option" line. Names and values may hold several words.
func parseOffer(line []byte) (o Offer, ok bool) {
	word, rest := nextWord(line)
	if string(word) != "option" {
		return Offer{}, false
	}
	key, value := "", []string{}
	for {
		word, rest = nextWord(rest)
		switch string(word) {
		case "", "name", "type", "default", "min", "max", "var":
			o.set(key, strings.Join(value, " "))
			if len(word) == 0 {
				return o, o.Name != "" && o.Type != ""
			}
			key, value = string(word), value[:0]
		default:
			value = append(value, string(word))
		}
	}
}

func (o *Offer) set(key, value string) {
	switch key {
	case "name":
		o.Name = value
	case "type":
		o.Type = value
	case "default":
		o.Default = value
		if value == "<empty>" {
			o.Default = ""
		}
	case "min":
		o.Min, _ = strconv.Atoi(value)
	case "max":
		o.Max, _ = strconv.Atoi(value)
	case "var":
		o.Vars = append(o.Vars, value)
	}
}

// accept returns a fault.Unprocessable error where the option cannot take that value.
func (o Offer) accept(value string) error {
	if o.Type != "spin" {
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < o.Min || n > o.Max {
		return fault.New(fault.Unprocessable, "engine_option_value",
			"the recipe sets the engine option %s to %q, but the engine accepts whole numbers from %d to %d", o.Name, value, o.Min, o.Max)
	}
	return nil
}

// command is the UCI command that sets the option.
func (o Offer) command(value string) string {
	if o.Type == "button" {
		return "setoption name " + o.Name
	}
	if value == "" {
		value = "<empty>"
	}
	return "setoption name " + o.Name + " value " + value
}

// field returns what follows "id name" or "id author".
func field(line []byte, name string) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte("id "+name+" "))
	return string(bytes.TrimSpace(rest)), ok
}
