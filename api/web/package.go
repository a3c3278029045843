package web

import (
	"context"

	"fairplay/analysis/fault"
	"fairplay/api/wire"
	"fairplay/queue/door"
	"fairplay/reports"
)

// packageContent shows which games are missing for the duties to send games, and the package made
// last.
type packageContent struct {
	reports.EventGames
	Made        *wire.EventPackage
	When        string
	MayMake     bool
	MayOverride bool // he may say why it is made although games lack
}

// Formats are those in which people take what lacks away.
func (packageContent) Formats() []string { return formats() }

func showPackage(v *visit) (any, error) {
	content := packageContent{MayMake: v.may("makePackage"), MayOverride: v.may("makePackage") && v.may("closeEvent")}
	games, err := ask(v, "readCompleteness", v.journals.Completeness)
	if err != nil {
		return nil, err
	}
	content.EventGames = *games
	switch made, err := ask(v, "readPackage", v.api.LastPackage); {
	case err == nil:
		content.Made, content.When = &made, v.when(made.Made)
	case !refused(err, fault.NotFound):
		return nil, err
	}
	return content, nil
}

func makePackage(v *visit) (string, error) {
	return v.done(), v.do("makePackage", func(ctx context.Context, who *door.Caller) error {
		_, err := v.journals.MakePackage(ctx, who, v.value("reason"), v.lang)
		return err
	})
}
