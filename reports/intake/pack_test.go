package intake

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestPackAndDecode(t *testing.T) {
	for name, text := range map[string]string{
		"nothing": "", "a word": "chess", "much": strings.Repeat("[Event \"A\"]\n\n1. e4 *\n\n", 100_000),
	} {
		first, second := packedText(t, text), packedText(t, text)
		if !bytes.Equal(first, second) {
			t.Errorf("%s: the same text gives other bytes", name)
		}
		if text == "" {
			continue // no input at all is no part
		}
		var got strings.Builder
		for part, err := range Decode(bytes.NewReader(first), "packed.zst", Limits{}) {
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(&got, part); err != nil {
				t.Fatal(err)
			}
		}
		if got.String() != text {
			t.Errorf("%s: %d bytes come back, want %d", name, got.Len(), len(text))
		}
	}
}

func packedText(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := Pack(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPackHandsOnErrors(t *testing.T) {
	z, err := Pack(failing{})
	if err != nil {
		t.Fatal(err)
	}
	_, wrote := io.WriteString(z, "chess")
	if err := z.Close(); err == nil && wrote == nil {
		t.Error("a writer that fails goes unnoticed")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }
