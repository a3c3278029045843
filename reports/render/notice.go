package render

import "io"

// NoticeFormats returns the formats that Notice knows.
func NoticeFormats() []string { return []string{"table", "html", "pdf"} }

// Notice writes the notice for the hall in one of NoticeFormats: on one page and in all Languages,
// that games are screened, what that means, what is asked of players and whom to tell. It has no
// figures and no names. An unknown format is fault.Invalid, and nothing is written; any other
// error is the writer's.
func Notice(w io.Writer, format string, o Options) error {
	var all []*words
	for _, lang := range Languages() {
		words, err := loadWords(lang)
		if err != nil {
			return err
		}
		all = append(all, words)
	}
	o.Lang = all[0].lang
	return publication[any]{formats: NoticeFormats(), document: func(*words, *any) *document { return notice(all) }}.write(w, format, o)
}

// notice is the document, a section in each language.
func notice(all []*words) *document {
	d := &document{frame: frame{Lang: all[0].lang, Large: true}}
	for _, words := range all {
		if d.Title != "" {
			d.Title += " · "
		}
		d.Title += words.say("notice.subtitle", nil)
		d.Sections = append(d.Sections, section{
			ID: "notice_" + words.lang, Lang: words.lang, Title: words.say("notice.title", nil),
			Terms: []fact{
				{Label: words.say("notice.done_title", nil), Value: words.say("notice.done", nil)},
				{Label: words.say("notice.means_title", nil), Value: words.say("notice.means", nil)},
				{Label: words.say("notice.asked_title", nil), Value: words.say("notice.asked", nil)},
				{Label: words.say("notice.tell_title", nil), Value: words.say("notice.tell", nil)},
			},
		})
	}
	return d
}
