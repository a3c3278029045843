package web

import (
	"context"

	"fairplay/queue/door"
	"fairplay/reports/complaint/registry"
	"fairplay/reports/store"
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

// dataContent are the requests of a person, or all for those who answer them.
type dataContent struct {
	Requests []registry.DataRequestView
	Kinds    []store.DataRight
	All      bool
}

func showData(v *visit) (any, error) {
	requests, err := ask(v, "listDataRequests", v.cases.DataRequests)
	return dataContent{Requests: requests, All: v.open("answerData"), Kinds: store.DataRights()}, err
}

func askData(v *visit) (string, error) {
	asked := registry.NewDataRequest{What: store.DataRight(v.value("what")), Name: v.value("name"), FideID: v.value("fide_id"), Text: v.value("text")}
	return v.ownPath() + "?done=asked", v.do("askData", func(ctx context.Context, who *door.Caller) error {
		_, err := v.cases.AskData(ctx, who, asked)
		return err
	})
}

// ofRequest lets the person do an operation on the data request of the page.
func ofRequest(v *visit, operation string, act func(ctx context.Context, who *door.Caller, id string) (registry.DataRequestView, error)) (registry.DataRequestView, error) {
	id := v.c.Param("request")
	return asked(v, door.Attempt{Operation: operation, Subject: id}, func(ctx context.Context, who *door.Caller) (registry.DataRequestView, error) {
		return act(ctx, who, id)
	})
}

// dataRequestContent is one request with its answers.
type dataRequestContent struct {
	registry.DataRequestView
	States  []store.DataState // in which an answer leaves it; none for those who do not answer
	Explain bool              // the explanation can be read
	Erase   bool              // it is over, and the reader may have it erased
	Lang    string
}

func showDataRequest(v *visit) (any, error) {
	request, err := ofRequest(v, "readDataRequest", v.cases.DataRequest)
	content := dataRequestContent{DataRequestView: request, Lang: v.lang}
	switch over := request.State == store.DataAnswered || request.State == store.DataRefused; {
	case v.open("answerData") && request.State != store.DataErased && !over:
		content.States = []store.DataState{store.DataAnswered, store.DataRefused, store.DataWaiting}
	case over:
		content.Erase = v.open("eraseDataRequest")
	}
	content.Explain = request.What == store.DataExplanation && (request.State == store.DataAnswered || len(content.States) > 0)
	return &content, err
}

func answerData(v *visit) (string, error) {
	said := registry.NewDataAnswer{State: v.value("state"), Text: v.value("text"), Event: v.value("event"), Report: v.value("report")}
	_, err := ofRequest(v, "answerData", func(ctx context.Context, who *door.Caller, id string) (registry.DataRequestView, error) {
		return v.cases.AnswerData(ctx, who, id, said)
	})
	return v.ownPath() + "?done=answered", err
}

// eraseData destroys the key of the request, after the box that confirms this is ticked.
func eraseData(v *visit) (string, error) {
	if v.value("sure") == "" {
		return "", v.refusal("web.case.erase_unsure")
	}
	_, err := ofRequest(v, "eraseDataRequest", func(ctx context.Context, who *door.Caller, id string) (registry.DataRequestView, error) {
		return v.cases.EraseData(ctx, who, id, v.value("reason"))
	})
	return v.ownPath() + "?done=erased", err
}
