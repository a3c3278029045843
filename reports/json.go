package reports

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"fairplay/analysis/score"
)

// JSON returns a report, or a part of one, as one line of JSON, with <, > and & unescaped. Figures
// are computed with all their digits and rounded here, once, to nine significant digits
// (score.Published); whole numbers stay as they are.
func JSON(report any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(report); err != nil {
		return nil, err
	}
	return roundFigures(b.Bytes())
}

// Published returns a report as its JSON has it, with every figure rounded once. Whatever draws a report draws this one, so that
// the command line, which has just computed it, and the service, which has stored it, give the same bytes.
func Published[T any](report *T) (*T, error) {
	text, err := JSON(report)
	if err != nil {
		return nil, err
	}
	published := new(T)
	return published, json.Unmarshal(text, published)
}

// roundFigures rounds the numbers in a JSON text that are not whole.
func roundFigures(text []byte) ([]byte, error) {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		n := token(text)
		part := text[:n]
		text = text[n:]
		if part[0] == '"' || !bytes.ContainsAny(part, "0123456789") || !bytes.ContainsAny(part, ".eE") {
			out = append(out, part...)
			continue
		}
		x, err := strconv.ParseFloat(string(part), 64)
		if err != nil {
			return nil, err
		}
		x = score.Published(x)
		if size := math.Abs(x); size >= 1e-6 && size < 1e21 { // where encoding/json writes no exponent
			out = strconv.AppendFloat(out, x, 'f', -1, 64)
			continue
		}
		rounded, err := json.Marshal(x)
		if err != nil {
			return nil, err
		}
		out = append(out, rounded...)
	}
	return out, nil
}

// token returns the length of the string or number at the start of a JSON text or, if there is
// none, of the text before the next one.
func token(text []byte) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(text)
	}
	number := inNumber(text[0])
	for i, c := range text {
		if c == '"' || inNumber(c) != number {
			return i
		}
	}
	return len(text)
}

// inNumber reports whether a byte outside strings may belong to a number. The e of true and false
// counts too; roundFigures leaves parts without a digit alone.
func inNumber(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}
