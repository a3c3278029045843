package render

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"fairplay/reports"
)

// Every report names the command, the options, the files by their digests, and
// the program by its commit, in every format and language.
func TestReproductionStandsInEveryReport(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		for _, format := range Formats() {
			o := Options{Lang: lang, Width: 160}
			for name, text := range map[string]string{
				"screening": written(t, format, fixture(), o), "test": tested(t, format, fullTestFixture(), o),
			} {
				text = strings.Join(strings.Fields(strings.NewReplacer("&#39;", "'", "&lt;", "<", "&gt;", ">").Replace(text)), " ")
				for _, want := range []string{
					"fairplay " + map[string]string{"screening": "screen", "test": "test"}[name] + " --recipe",
					digits("a1"), digits("a2"), digits("a3"), strings.Repeat("c0", 20), "rules", "--rules fide", "round2.zip/board1.pgn",
				} {
					if !strings.Contains(text, want) {
						t.Errorf("%s as %s in %s lacks %q", name, format, lang, want)
					}
				}
			}
		}
	}
}

// So do the reports on a calibration, which name its file.
func TestReproductionOfReportsOnACalibration(t *testing.T) {
	for _, write := range []calibrationWriter{CalibrationReport, Power} {
		for _, format := range CalibrationFormats() {
			text := reported(t, write, format, calibrationFixture(), Options{Width: 160})
			text = strings.ReplaceAll(text, "&#39;", "'")
			for _, want := range []string{"fairplay calibration report 'my calibration.json'", digits("ca"), strings.Repeat("c0", 20)} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %q", format, want)
				}
			}
		}
	}
}

// A report from before there was such a block is shown as it was.
func TestOldReportsHaveNoReproduction(t *testing.T) {
	s := fixture()
	s.Provenance.Task, s.Provenance.Inputs = "", nil
	for _, format := range []string{"table", "html", "csv"} {
		if strings.Contains(written(t, format, s, Options{}), "fairplay screen") {
			t.Errorf("%s has a command", format)
		}
	}
}

// A shell reads the command as it was meant, whatever the names of players and
// files, in one line and in the lines of a narrow terminal.
func TestShellReadsTheCommand(t *testing.T) {
	t.Parallel()
	letters := []rune("ab' \"$;\\`*?~#!&|<>(){}[]=,-/Ж丁é %")
	r := rand.New(rand.NewPCG(1, 2))
	nasty := func() string {
		text := make([]rune, 1+r.IntN(60))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		return string(text)
	}
	script := "fairplay() { for word; do printf '%s\\0' \"$word\"; done; }\n"
	var want []string
	for n := range 200 {
		p := reports.Provenance{Program: "fairplay", Task: reports.TaskTest}
		for range r.IntN(3) {
			p.Inputs = append(p.Inputs, reports.InputFile{File: nasty()})
		}
		for name, value := range map[string]string{"player": nasty(), "rating": "", "moves": "false"} {
			p.State(name, value)
		}
		lines := commandLines(append([]string{"fairplay"}, p.Arguments()...), 40+n%80)
		for _, line := range lines {
			if width(line) > 40+n%80 {
				t.Errorf("%q is wider than %d", line, 40+n%80)
			}
		}
		script += p.Command + "\n" + strings.Join(lines, "\n") + "\n"
		want = append(want, append(p.Arguments(), p.Arguments()...)...)
	}
	shell := exec.Command("/bin/sh")
	shell.Stdin = strings.NewReader(script)
	out, err := shell.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if got != want[i] {
			t.Fatalf("%q is read as %q", want[i], got)
		}
	}
}
