package work

import (
	"os"
	"testing"

	"fairplay/uci/ucitest"
)

func TestMain(m *testing.M) {
	ucitest.Main()
	os.Exit(m.Run())
}
