package roster_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"fairplay/analysis"
	"fairplay/analysis/fault"
	"fairplay/reports/tournament/roster"
)

type archive struct{ *strings.Reader }

func (archive) Close() error { return nil }

func ratingList(name, month, text string) roster.ListSource {
	return roster.ListSource{Name: name, Month: month, Open: func() (roster.ListFile, error) { return archive{strings.NewReader(text)}, nil }}
}

const listHead = "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n"

func listLine(id, name, fed, sex, title, standard, k, rapid, rapidK, born, flag string) string {
	return fmt.Sprintf("%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6s%-4s%-3s%-6s%-4s%-3s%-6s%-4s%-3s%-6s%-4s\n",
		id, name, fed, sex, title, "", "", "", standard, "0", k, rapid, "0", rapidK, "", "0", "", born, flag)
}

func on(start, end, game string) roster.When {
	day := func(s string) time.Time {
		t, _ := time.Parse(time.DateOnly, s)
		return t
	}
	return roster.When{Start: day(start), End: day(end), Game: day(game)}
}

// The rating in force, by hand: the list, its standard rating where there is no rapid one (B02
// 7.2.1), what was given, an estimate; and the uncertainty by K, age and estimate.
func TestLookUp(t *testing.T) {
	text := listHead + listLine("1", "Alpha, Anna", "GER", "F", "IM", "2401", "10", "2390", "20", "1990", "") +
		listLine("2", "Beta, Boris", "UKR", "M", "", "1800", "40", "", "", "2001", "i") +
		listLine("3", "Gamma, G", "POL", "M", "FM", "2300", "20", "2250", "20", "2007", "")
	for _, c := range []struct {
		class analysis.TimeClass
		want  string
	}{
		{analysis.StandardTime, `Alpha 2401 K10 sd 0 list [federation_added rating_differs]; Beta 1800 K40 sd 100 list [name_other federation_other inactive]; ` +
			`Gamma 2300 K20 sd 100 list [title_other birth_year_other]; Delta 1500 K0 sd 0 entry [not_listed]; Epsilon 1300 K0 sd 200 estimate [no_fide_id]; Zeta 0 K0 sd 0 unrated [no_fide_id]`},
		{analysis.Rapid, `Alpha 2390 K20 sd 0 list [federation_added]; Beta 1800 K40 sd 100 standard [name_other federation_other inactive]; ` +
			`Gamma 2250 K20 sd 100 list [title_other birth_year_other]; Delta 1500 K0 sd 0 entry [not_listed]; Epsilon 1300 K0 sd 200 estimate [no_fide_id]; Zeta 0 K0 sd 0 unrated [no_fide_id]`},
	} {
		entries := []roster.Entry{
			{Name: "Alpha, Anna", FideID: "1", Rating: 2390}, {Name: "Bata, Boris", FideID: "2", Federation: "RUS"},
			{Name: "Gamma, Georg", FideID: "3", Federation: "POL", Title: "IM", Born: 2008}, {Name: "Delta", FideID: "9", Rating: 1500},
			{Name: "Epsilon", Rating: 1300, Estimated: true}, {Name: "Zeta"},
		}
		faulty, err := roster.LookUp(entries, ratingList("combined.txt", "2026-03", text), c.class, on("2026-03-07", "2026-03-15", "2026-03-10"))
		if err != nil || len(faulty) > 0 {
			t.Fatal(err, faulty)
		}
		var got []string
		for i, e := range entries {
			name := []string{"Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"}[i]
			got = append(got, fmt.Sprintf("%s %d K%d sd %v %s %v", name, e.InForce.Rating, e.InForce.K, e.InForce.SD, e.InForce.Basis, e.Caveats))
		}
		if found := strings.Join(got, "; "); found != c.want {
			t.Errorf("%s: %s\nwant %s", c.class, found, c.want)
		}
		if entries[0].Federation != "GER" || entries[0].Sex != "w" || entries[0].Title != "IM" || entries[1].Federation != "RUS" {
			t.Errorf("%+v", entries[:2])
		}
	}
}

// The list of the start day is in force (B02 7.1.1); in events of more than 30 days that of the
// day of the game (B01 1.1.4). Any other is refused.
func TestListInForce(t *testing.T) {
	text := listHead + listLine("1", "Alpha, Anna", "GER", "F", "IM", "2401", "10", "", "", "1990", "")
	single := "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA MAR26 Gms K  B-day Flag\n" +
		fmt.Sprintf("%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%-6s%-4s%-3s%-6s\n", "1", "Alpha, Anna", "GER", "F", "IM", "", "", "", "2401", "0", "10", "1990")
	for _, c := range []struct {
		name, month, text string
		when              roster.When
		ok                bool
	}{
		{"list.txt", "2026-03", text, on("2026-03-31", "2026-04-08", "2026-04-05"), true},
		{"list.txt", "2026-04", text, on("2026-03-31", "2026-04-08", "2026-04-05"), false},
		{"list.txt", "2026-03", text, on("2026-03-01", "2026-03-30", "2026-03-30"), true},
		{"list.txt", "2026-03", text, on("2026-02-26", "2026-03-27", "2026-03-20"), false}, // 30 days
		{"list.txt", "2026-03", text, on("2026-02-26", "2026-03-28", "2026-03-20"), true},  // 31 days
		{"list.txt", "2026-02", text, on("2026-02-26", "2026-03-28", "2026-03-20"), false},
		{"list.txt", "", text, on("2026-03-07", "", ""), false}, // the combined list does not say its month
		{"list.txt", "March", text, on("2026-03-07", "", ""), false},
		{"list.txt", "", single, on("2026-03-07", "", ""), true},
		{"list.txt", "", single, on("2026-04-07", "", ""), false},
		{"standard_mar26frl.txt", "", text, on("2026-03-07", "", ""), true},
	} {
		_, err := roster.LookUp([]roster.Entry{{FideID: "1"}}, ratingList(c.name, c.month, c.text), analysis.StandardTime, c.when)
		if c.ok != (err == nil) || err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s %q on %v: %v", c.name, c.month, c.when, err)
		}
	}
}

func TestReadTable(t *testing.T) {
	want := `[{1 Иванов, Пётр 4100001 GM RUS m 1990 2400 false} {2 Сидорова, Анна   UKR w 2008 1500 true}]`
	for name, text := range map[string]string{
		"ru":   "№;ФИО;ИД ФИДЕ;Звание;Федерация;Пол;Дата рождения;Рейтинг;Оценка;Клуб\n1;Иванов, Пётр;4100001;gm;rus;м;31.12.1990;2400;;x\n2;Сидорова, Анна;;;UKR;ж;2008;;1500;y\n",
		"uk":   "№,Прізвище,Ім'я,Код ФІДЕ,Звання,Федерація,Стать,Рік народження,Рейтинг,Оцінка\r\n1,Иванов,Пётр,04100001,GM,RUS,ч,1990,2400,\r\n2,Сидорова,Анна,0,,UKR,ж,2008,,1500\r\n",
		"en":   "\ufeffNo\tName\tFIDE ID\tTitle\tFed\tSex\tBorn\tElo\tEstimate\r1\tИванов, Пётр\t4100001\tGM\tRUS\tM\t1990/12/31\t2400\t\r2\tСидорова, Анна\t\t\tUKR\tF\t2008\t\t1500\r",
		"1251": "\xb9;\xd4\xc8\xce;FIDE ID;Title;Fed;Sex;Born;Elo;Estimate\n1;\"\xc8\xe2\xe0\xed\xee\xe2, \xcf\xb8\xf2\xf0\";4100001;GM;RUS;m;1990;2400;\n2;\xd1\xe8\xe4\xee\xf0\xee\xe2\xe0, \xc0\xed\xed\xe0;;;UKR;w;2008;;1500\n",
	} {
		entries, faults, err := roster.ReadTable(strings.NewReader(text))
		if err != nil || len(faults) > 0 {
			t.Errorf("%s: %v %v", name, err, faults)
		}
		var got []string
		for _, e := range entries {
			got = append(got, fmt.Sprint("{", e.Number, " ", e.Name, " ", e.FideID, " ", e.Title, " ", e.Federation, " ", e.Sex, " ", e.Born, " ", e.Rating, " ", e.Estimated, "}"))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}

// A wrong line is told of and left out; the others stay.
func TestBadTable(t *testing.T) {
	entries, faults, err := roster.ReadTable(strings.NewReader("no,name,fide id,fed,born,rating\n" +
		"1,A,12x,GER,,\n2,B,7,Germany,,\n3,C,,GER,soon,\n4,D,,GER,,high\n5,,8,GER,,\n6,E,9,GER,1990,2000\n6,F,,,,\n7,G,9,,,\n8,\"H\"x,,,,\n10,\"J,,,,\n9,I,,,,\n"))
	if err != nil || len(entries) != 2 || entries[0].Name != "E" || entries[1].Name != "I" {
		t.Errorf("%v %+v", err, entries)
	}
	want := "[{2 5 a FIDE id has digits only 12x} {3 7 a federation has three letters Germany} {4 10 a year or a date is wanted soon} " +
		"{5 11 a number is wanted high} {6 0 there is no name } {8 0 line 7 has the same number 6} {9 0 line 7 has the same FIDE id 9} " +
		"{10 5 the quotation marks of the line do not fit } {11 10 the quotation marks of the line do not fit }]"
	if fmt.Sprint(faults) != want {
		t.Errorf("%v\nwant %s", faults, want)
	}
	for _, text := range []string{"", "a,b\n1,2\n"} {
		if _, _, err := roster.ReadTable(strings.NewReader(text)); fault.KindOf(err) != fault.Invalid || err == nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := roster.ReadTable(io.LimitReader(endless{}, 20<<20)); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("a table of 20 MB: %v", err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ','
	}
	return len(p), nil
}

func TestLikeness(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		least float64
		latin bool
	}{
		{"Carlsen, Magnus", "Magnus Carlsen", 1, false}, {"Carlsen, Magnus", "Calrsen, Magnus", 0.85, false},
		{"Іванчук, Василь", "Ivanchuk, Vasyl", 0.9, true}, {"Непомнящий, Ян", "Nepomniachtchi, Ian", 0.7, true}, {"Карякин, Сергей", "Karjakin, Sergey", 0.9, true},
	} {
		if like, latin := roster.Likeness(c.a, c.b); like < c.least || latin != c.latin {
			t.Errorf("%s and %s: %v %t", c.a, c.b, like, latin)
		}
	}
	if like, _ := roster.Likeness("Carlsen, Magnus", "Nakamura, Hikaru"); like > 0.4 {
		t.Errorf("two others: %v", like)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Lakunza Oyarbide Juan Carlos", "Lakunza Oyarbide, Juan Carlos", true}, {"GM Carlsen,M", "Carlsen, Magnus", true}, {"Carlsen", "Carlsen, Magnus", true},
		{"Carlson, Magnus", "Carlsen, Magnus", false}, {"", "Carlsen", false},
	} {
		if roster.SameName(c.a, c.b) != c.same {
			t.Errorf("%s and %s", c.a, c.b)
		}
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add("№;ФИО;ИД ФИДЕ;Рейтинг\n1;Иванов, Пётр;4100001;2400\n")
	f.Add("no,name\n1,\"A")
	f.Fuzz(func(t *testing.T, text string) {
		entries, _, err := roster.ReadTable(strings.NewReader(text))
		for _, e := range entries {
			if err != nil || e.Name == "" || e.Caveats == nil {
				t.Errorf("%+v %v", e, err)
			}
		}
	})
}
