package reports

import (
	"cmp"
	"slices"
	"strings"

	"fairplay/analysis"
)

// Provenance is everything needed to compute the same report again.
type Provenance struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Commit   string `json:"commit"`   // of the source that the program was built from; "" if the build does not know
	Modified bool   `json:"modified"` // the source had been changed since that commit

	// Command is the shell command that gives the report again, run in the folder of the files. It
	// names files without folders. It names an engine only if another program runs it; otherwise
	// the engine is the one named in Engine.
	Command string         `json:"command"`
	Task    string         `json:"task"`    // of the command
	Options []StatedOption `json:"options"` // all that matter, in the order of the command
	Inputs  []InputFile    `json:"inputs"`  // sorted by name and digest

	Basis
	GamesSHA256      string `json:"games_sha256"`       // over the sorted content identities of the analysed games
	AssumedTimeClass string `json:"assumed_time_class"` // for games that do not say; "" if none was assumed

	// PlayersSHA256 is the digest of the list of players whose ratings apply (roster.Digest); left
	// out if the ratings are those of the games' tags.
	PlayersSHA256 string `json:"players_sha256,omitempty"`
}

// Basis is what evaluations and expectations rest on.
type Basis struct {
	Recipe            analysis.Recipe  `json:"recipe"`
	RecipeFingerprint string           `json:"recipe_fingerprint"`
	Policy            analysis.Policy  `json:"policy"`
	PolicyFingerprint string           `json:"policy_fingerprint"`
	Engine            UsedEngine       `json:"engine"`
	Calibration       *UsedCalibration `json:"calibration"`                // nil if none fits; then there is no expectation
	Uncalibrated      string           `json:"uncalibrated,omitempty"`     // why there is none
	UncalibratedFor   Reason           `json:"uncalibrated_for,omitempty"` // the same, for programs
}

// UsedCalibration names the calibration that gave the expectations.
type UsedCalibration struct {
	Name      string `json:"name"`
	SHA256    string `json:"sha256"` // of the calibration file
	TimeClass string `json:"time_class"`
	Corpus    string `json:"corpus_sha256"` // of the games and evaluations it was fitted on
	Games     int    `json:"games"`         // fitted on
	Moves     int    `json:"moves"`
	// Honest is what honest performances that took no part in the fit showed; nil if that was not
	// measured.
	Honest *HonestSpread `json:"honest,omitempty"`
}

// HonestSpread says how the combined Z of honest performances spread. Beyond the highest one seen,
// every probability is an extrapolation.
type HonestSpread struct {
	// Calibration names the one under which they were measured; "" if it is that of the report. Another
	// has another recipe and another combined Z.
	Calibration  string     `json:"calibration,omitempty"`
	Performances int        `json:"performances"`
	HighestZ     float64    `json:"highest_z"`
	SD           float64    `json:"sd"`
	Interval     [2]float64 `json:"sd_interval"` // 95 %
	// Odds says how high the odds of honest performances were, by rating; nil where that was not measured
	// with this calibration.
	Odds []HonestOdds `json:"odds,omitempty"`
}

// HonestOdds is the mean of the odds of honest performances of players rated within [Low, High). Were the
// models true, it would be at most 1.
type HonestOdds struct {
	Low          float64    `json:"low"`
	High         float64    `json:"high"`
	Performances int        `json:"performances"`
	Mean         float64    `json:"mean"`
	Interval     [2]float64 `json:"interval"` // 95 %
}

// EngineFile is one of the files of an engine.
type EngineFile struct {
	Name   string `json:"name"` // without its folder
	SHA256 string `json:"sha256"`
}

// UsedEngine names the engine that gave the evaluations.
type UsedEngine struct {
	Name    string `json:"name"`
	Author  string `json:"author"`
	SHA256  string `json:"sha256"`
	Network string `json:"network"`
	// Files are the files of an engine that another program runs; SHA256 is then the digest of all
	// of them and of the arguments. Nil for an engine that is a single program.
	Files []EngineFile `json:"files,omitempty"`
	// Arguments are the engine's command line, files without folders. Only an engine with arguments
	// is named in the command: Files begins with the program.
	Arguments []string `json:"arguments,omitempty"`
	// Behaviour is behaviour.Digest under the recipe. "" if no calibration needed it: either the
	// binary is the one of the calibration, or no calibration applies.
	Behaviour string `json:"behaviour,omitempty"`
}

// StatedOption is an option with which a report was asked for.
type StatedOption struct {
	Name  string `json:"name"`  // of the flag of the command line
	Value string `json:"value"` // "" if nothing was stated, and the files decide
}

// InputFile is a file as it was received.
type InputFile struct {
	File     string      `json:"file"` // without folders
	Bytes    int64       `json:"bytes"`
	SHA256   string      `json:"sha256"`             // "" if it could not be read
	Unpacked []InputPart `json:"unpacked,omitempty"` // the texts in a file that was packed
}

// InputPart is a text that was unpacked from a file.
type InputPart struct {
	File   string `json:"file"` // name of the file, with "/" and the member's after an archive
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// The tasks of the command line that make reports.
const (
	TaskScreen      = "screen"
	TaskTest        = "test"
	TaskClaim       = "claim"
	TaskCalibration = "calibration report"
	TaskPower       = "power"
	TaskNorms       = "norms"
	TaskLevel       = "level"
	TaskDuties      = "duties"
	TaskSection     = "section"
)

// State sets an option, replaces one of the same name, and writes the command again.
func (p *Provenance) State(name, value string) {
	p.Options = slices.Clone(p.Options) // reports of one event share them
	if i := slices.IndexFunc(p.Options, func(o StatedOption) bool { return o.Name == name }); i >= 0 {
		p.Options[i].Value = value
	} else {
		p.Options = append(p.Options, StatedOption{name, value})
	}
	p.Command = p.command()
}

// Option returns the stated value of an option, "" if it was not stated.
func (p *Provenance) Option(name string) string {
	for _, o := range p.Options {
		if o.Name == name {
			return o.Value
		}
	}
	return ""
}

// Arguments returns the words of the command after the program's name.
func (p *Provenance) Arguments() []string {
	words := strings.Fields(p.Task)
	for _, o := range p.Options {
		if o.Value == "" {
			continue
		}
		if o.Value == "true" || o.Value == "false" {
			words = append(words, "--"+o.Name+"="+o.Value)
		} else {
			words = append(words, "--"+o.Name, o.Value)
		}
	}
	words = append(words, p.Engine.words()...)
	for _, in := range p.Inputs {
		if in.File == p.Option("event") || in.File == p.Option("trf") || in.File == p.Option("screening") {
			continue // a flag names it
		}
		if strings.HasPrefix(in.File, "-") && in.File != "-" {
			words = append(words, "./"+in.File) // a name and not a flag
		} else {
			words = append(words, in.File)
		}
	}
	return words
}

// words returns the flags that name an engine which another program runs; none for a single
// program.
func (u *UsedEngine) words() (words []string) {
	if len(u.Arguments) == 0 || len(u.Files) == 0 {
		return nil
	}
	words = append(words, "--engine", u.Files[0].Name)
	for _, a := range u.Arguments {
		words = append(words, "--engine-arg="+a)
	}
	return words
}

// Complete names the task that gives the report, its files in order, and the
// command.
func (p *Provenance) Complete(task string) {
	p.Task, p.Inputs, p.Options = task, sortInputs(p.Inputs), append([]StatedOption{}, p.Options...)
	p.UncalibratedFor = p.unfitted()
	p.Command = p.command()
}

func (p *Provenance) command() string {
	words := []string{p.Program}
	for _, word := range p.Arguments() {
		words = append(words, ShellWord(word))
	}
	return strings.Join(words, " ")
}

// sortInputs puts files into the order in which reports name them.
func sortInputs(files []InputFile) []InputFile {
	files = append([]InputFile{}, files...)
	slices.SortFunc(files, func(a, b InputFile) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.SHA256, b.SHA256))
	})
	return files
}

// ShellWord quotes a word so that a POSIX shell reads it as one (IEEE 1003.1, 2.2.2): unchanged if
// that is safe, otherwise between single quotes.
func ShellWord(word string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:@%+=", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
