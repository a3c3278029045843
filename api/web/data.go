package web

import (
	"encoding/json"
	"net/http"
	"time"
)

// dataPages returns the pages on which people ask for their own data and get answers.
func dataPages() []page {
	return []page{
		{name: "data", path: "/data", needs: []string{"listDataRequests"}, show: showData, forms: []form{{needs: []string{"askData"}, do: askData}}},
		{name: "data_request", path: "/data/:request", needs: []string{"readDataRequest"}, show: showDataRequest,
			forms: []form{
				{needs: []string{"answerData"}, do: answerData},
				{path: "/erase", needs: []string{"eraseDataRequest"}, do: eraseData},
			},
			streams: []stream{{path: "/explanation", needs: "readExplanation"}}},
	}
}

// dataRead is a request for data as the API shows it.
type dataRead struct {
	ID       string     `json:"id"`
	Number   string     `json:"number"`
	What     string     `json:"what"`
	State    string     `json:"state"`
	Received time.Time  `json:"received"`
	Due      time.Time  `json:"due"`
	Steps    []dataStep `json:"steps"`
}

// dataStep is a question or an answer.
type dataStep struct {
	State string          `json:"state"`
	At    time.Time       `json:"at"`
	Says  json.RawMessage `json:"says"`
}

// said returns what somebody wrote; it is empty once its key is gone.
func (s dataStep) said() (says struct{ Name, FideID, Text string }) {
	var text struct {
		Name   string `json:"name"`
		FideID string `json:"fide_id"`
		Text   string `json:"text"`
	}
	if json.Unmarshal(s.Says, &text) == nil {
		says.Name, says.FideID, says.Text = text.Name, text.FideID, text.Text
	}
	return says
}

// Name, FideID and Text are what was written.
func (s dataStep) Name() string   { return s.said().Name }
func (s dataStep) FideID() string { return s.said().FideID }
func (s dataStep) Text() string   { return s.said().Text }

// dataContent are the requests of a person, or all for those who answer them.
type dataContent struct {
	Requests []dataRead
	Kinds    []string
	All      bool
}

func showData(v *visit) (any, error) {
	content := dataContent{All: v.open("answerData"), Kinds: []string{"existence", "copy", "correction", "erasure", "explanation"}}
	var list struct {
		Items []dataRead `json:"items"`
	}
	err := v.get("/v1/data-requests", &list)
	content.Requests = list.Items
	return content, err
}

func askData(v *visit) (string, error) {
	asked := map[string]string{}
	for _, name := range []string{"what", "name", "fide_id", "text"} {
		if text := v.value(name); text != "" {
			asked[name] = text
		}
	}
	return v.ownPath() + "?done=asked", v.send(http.MethodPost, "/v1/data-requests", asked, nil)
}

// dataRequestContent is one request with its answers.
type dataRequestContent struct {
	dataRead
	States  []string // in which an answer leaves it; none for those who do not answer
	Explain bool     // the explanation can be read
	Erase   bool     // it is over, and the reader may have it erased
	Lang    string
}

func showDataRequest(v *visit) (any, error) {
	var content dataRequestContent
	content.Lang = v.lang
	err := v.get("/v1/data-requests/"+v.c.Param("request"), &content.dataRead)
	switch over := content.State == "answered" || content.State == "refused"; {
	case v.open("answerData") && content.State != "erased" && !over:
		content.States = []string{"answered", "refused", "waiting"}
	case over:
		content.Erase = v.open("eraseDataRequest")
	}
	content.Explain = content.What == "explanation" && (content.State == "answered" || len(content.States) > 0)
	return &content, err
}

func answerData(v *visit) (string, error) {
	said := map[string]string{}
	for _, name := range []string{"state", "text", "event", "report"} {
		if text := v.value(name); text != "" {
			said[name] = text
		}
	}
	return v.ownPath() + "?done=answered", v.send(http.MethodPost, "/v1/data-requests/"+v.c.Param("request")+"/answers", said, nil)
}

// eraseData destroys the key of the request, after the box that confirms this is ticked.
func eraseData(v *visit) (string, error) {
	if v.value("sure") == "" {
		return "", v.refusal("web.case.erase_unsure")
	}
	request := v.c.Param("request")
	return "/data/" + request + "?done=erased", v.send(http.MethodPost, "/v1/data-requests/"+request+"/erase", map[string]string{"reason": v.value("reason")}, nil)
}
