package fide_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/fide"
)

const (
	combinedHead = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
	combinedLine = "%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6s%-4s%-3s%-6s%-4s%-3s%-6s%-4s%-3s%-6s%-4s"
	singleHead   = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA MAR26 Gms K  B-day Flag"
	singleLine   = "%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6s%-4s%-3s%-6s%-4s"
	oldHead      = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag"
)

func anna() string {
	return fmt.Sprintf(combinedLine, "1700001", "Alund, Ost", "SWE", "F", "IM", "WGM", "IA", "", "2401", "9", "10", "2390", "0", "20", "", "0", "", "1990", "")
}

func all(t testing.TB, text string, class analysis.TimeClass) (found []fide.Listed, month fide.Month, failures []error) {
	t.Helper()
	var l fide.RatingList
	for player, err := range l.Players(strings.NewReader(text), class) {
		if err != nil {
			failures = append(failures, err)
			continue
		}
		found = append(found, player)
	}
	return found, l.Month, failures
}

func TestForms(t *testing.T) {
	want := fide.Listed{
		FideID: "1700001", Name: "Alund, Ost", Federation: "SWE", Sex: "F", Title: "IM", Born: 1990,
		Standard: fide.Rated{Rating: 2401, Games: 9, K: 10}, Rapid: fide.Rated{Rating: 2390, K: 20},
	}
	onlyRapid := want
	onlyRapid.Standard = fide.Rated{}
	old := fide.Listed{FideID: "5080444", Name: "A, Sohita", Federation: "IND", Sex: "F", Inactive: true, Born: 1995, Standard: fide.Rated{Rating: 1447}}
	for name, c := range map[string]struct {
		text  string
		class analysis.TimeClass
		want  fide.Listed
		month string
	}{
		"combined": {combinedHead + "\r\n" + anna() + "\r\n", analysis.StandardTime, want, ""},
		"single": {singleHead + "\n" + fmt.Sprintf(singleLine, "1700001", "Alund, Ost", "SWE", "F", "IM", "WGM", "IA", "", "2390", "0", "20", "1990", ""),
			analysis.Rapid, onlyRapid, "2026-03"},
		"of 2011": {oldHead + "\n 5080444  A, Sohita                             IND  1447    0  1995  wi\n", analysis.StandardTime, old, "2011-03"},
		"XML": {`<?xml version="1.0"?>
<playerslist>
<player>
<fideid>1700001</fideid><name>Alund, Ost</name><country>SWE</country><sex>F</sex><title>IM</title><w_title>WGM</w_title>
<o_title>IA</o_title><foa_title></foa_title><rating>2401</rating><games>9</games><k>10</k>
<rapid_rating>2390</rapid_rating><rapid_games>0</rapid_games><rapid_k>20</rapid_k>
<blitz_rating></blitz_rating><blitz_games>0</blitz_games><blitz_k></blitz_k><birthday>1990</birthday><flag></flag>
</player>
</playerslist>`, analysis.StandardTime, want, ""},
	} {
		got, month, failures := all(t, c.text, c.class)
		if len(failures) > 0 || len(got) != 1 || got[0] != c.want || month.String() != c.month {
			t.Errorf("%s: %+v of %q, %v\nwant %+v of %q", name, got, month, failures, c.want, c.month)
		}
	}
}

// One bad line is told of by its place, and harms no other.
func TestBadLines(t *testing.T) {
	bad := strings.Replace(anna(), "2401 ", "24O1 ", 1)
	got, _, failures := all(t, combinedHead+"\n"+bad+"\n\n"+strings.Replace(anna(), "1700001", "17-0001", 1)+"\n"+anna()+"\n", analysis.StandardTime)
	if len(got) != 1 || len(failures) != 2 || failures[0].Error() != `line 2, column 114: SRtng cannot be "24O1"` ||
		failures[1].Error() != `line 4, column 1: ID_Number cannot be "17-0001"` {
		t.Errorf("%d, %v", len(got), failures)
	}
	for text, kind := range map[string]fault.Kind{
		"":                    fault.Invalid,
		"Event;White;Black\n": fault.Invalid,
		combinedHead + "\n" + strings.Repeat("x", 5000):                       fault.TooLarge,
		"<playerslist><player><fideid>1":                                      fault.Invalid,
		"<playerslist><player><name>" + strings.Repeat("x", 1000) + "</name>": fault.TooLarge,
		"<!DOCTYPE x [<!ENTITY a \"b\">]><playerslist></playerslist>":         fault.Invalid,
		"<html></html>": fault.Invalid,
	} {
		if _, _, failures := all(t, text, analysis.StandardTime); len(failures) != 1 || fault.KindOf(failures[0]) != kind {
			t.Errorf("%.60q: %v", text, failures)
		}
	}
}

// repeated gives the same line for ever, after a head.
type repeated struct {
	head, line string
	at         int
	left       int64
}

func (r *repeated) Read(p []byte) (n int, err error) {
	if r.head != "" {
		n = copy(p, r.head)
		r.head = r.head[n:]
		return n, nil
	}
	for n < len(p) && r.left > 0 {
		m := copy(p[n:min(len(p), n+int(min(r.left, 1<<20)))], r.line[r.at:])
		r.at, n, r.left = (r.at+m)%len(r.line), n+m, r.left-int64(m)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A small archive that unpacks to gigabytes takes no memory.
func TestBomb(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create("players_list_foa.xml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, &repeated{head: "<playerslist><player><name>", line: strings.Repeat("x", 1000), left: 64 << 20}); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	list, name, err := fide.Unpack("list.zip", bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil || name != "players_list_foa.xml" {
		t.Fatal(name, err)
	}
	defer list.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var l fide.RatingList
	for _, err = range l.Players(list, analysis.StandardTime) {
	}
	runtime.ReadMemStats(&after)
	if fault.KindOf(err) != fault.TooLarge || after.TotalAlloc-before.TotalAlloc > 8<<20 {
		t.Errorf("%v, %d MB", err, (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}

func TestUnpack(t *testing.T) {
	archive := func(names ...string) *bytes.Reader {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			if _, err := z.Create(name); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(b.Bytes())
	}
	for _, r := range []*bytes.Reader{archive("a.txt", "b.xml"), archive("a.doc"), bytes.NewReader([]byte("PK\x03\x04"))} {
		if _, _, err := fide.Unpack("a.zip", r, r.Size()); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v", err)
		}
	}
}

func TestClassOf(t *testing.T) {
	for file, want := range map[string]string{
		"standard_mar26frl.txt": "standard 2026-03", "lists/rapid_oct25frl_xml.zip": "rapid 2025-10", "blitz_sep26frl.txt": "blitz 2026-09",
		"players_list_foa.txt": "standard ",
	} {
		if class, month := fide.ClassOf(file); string(class)+" "+month.String() != want {
			t.Errorf("%s: %s %s", file, class, month)
		}
	}
}

// FuzzPlayers reads anything: no panic, and every player has an id.
func FuzzPlayers(f *testing.F) {
	f.Add(combinedHead + "\n" + anna() + "\n")
	f.Add(oldHead + "\n 5080444  A, Sohita                             IND  1447    0  1995  wi\n")
	f.Add("<playerslist><player><fideid>1</fideid><name>A &amp; B</name><rating>2000</rating></player></playerslist>")
	f.Fuzz(func(t *testing.T, text string) {
		found, _, _ := all(t, text, analysis.StandardTime)
		for _, p := range found {
			if p.FideID == "" || strings.Trim(p.FideID, "0123456789") != "" {
				t.Errorf("%+v", p)
			}
		}
	})
}

// BenchmarkList reads a list of 1.5 million players: seconds, and the most memory that the
// process had.
func BenchmarkList(b *testing.B) {
	const players = 1_500_000
	for _, form := range []struct{ name, head, line, end string }{
		{"text", combinedHead + "\n", anna() + "\n", ""},
		{"xml", "<playerslist>\n", "<player>\n<fideid>1700001</fideid>\n<name>Alund, Ost</name>\n<country>SWE</country>\n<sex>F</sex>\n<title>IM</title>\n<w_title></w_title>\n" +
			"<o_title></o_title>\n<foa_title></foa_title>\n<rating>2401</rating>\n<games>9</games>\n<k>10</k>\n<rapid_rating>2390</rapid_rating>\n<rapid_games>0</rapid_games>\n" +
			"<rapid_k>20</rapid_k>\n<blitz_rating></blitz_rating>\n<blitz_games>0</blitz_games>\n<blitz_k></blitz_k>\n<birthday>1990</birthday>\n<flag></flag>\n</player>\n", "</playerslist>"},
	} {
		b.Run(form.name, func(b *testing.B) {
			for b.Loop() {
				var l fide.RatingList
				n := 0
				text := io.MultiReader(&repeated{head: form.head, line: form.line, left: players * int64(len(form.line))}, strings.NewReader(form.end))
				for _, err := range l.Players(text, analysis.StandardTime) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != players {
					b.Fatalf("%d players", n)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "seconds")
			b.ReportMetric(peak(b), "peak-MB")
		})
	}
}

// peak returns the most memory that the process has had, in MB, 0 where the system does not say.
func peak(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kB float64
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %f kB", &kB); err == nil {
			return kB / 1000
		}
	}
	return 0
}
