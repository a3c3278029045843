package render_test

import (
	"fmt"

	"fairplay/reports/render"
)

func ExampleLanguage() {
	fmt.Println(render.Language("uk-UA, uk;q=0.9, en;q=0.5"), render.Language("ja"))
	// Output:
	// uk en
}
