package web

import (
	"net/http"
	"net/url"

	"fairplay/api/wire"
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
	if err := v.get(v.ofEvent("/completeness"), &content.EventGames); err != nil {
		return nil, err
	}
	var made wire.EventPackage
	switch err := v.get(v.ofEvent("/package"), &made); {
	case err == nil:
		content.Made, content.When = &made, v.when(made.Made)
	case !refused(err, http.StatusNotFound):
		return nil, err
	}
	return content, nil
}

func makePackage(v *visit) (string, error) {
	var reason any
	if text := v.value("reason"); text != "" {
		reason = wire.StatedReason{Reason: text}
	}
	return v.done(), v.send(http.MethodPost, v.ofEvent("/package?"+url.Values{"lang": {v.lang}}.Encode()), reason, nil)
}
