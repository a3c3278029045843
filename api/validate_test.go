package api_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// specification is openapi.yaml as a validator reads it.
type specification struct {
	doc    *openapi3.T
	router routers.Router
}

// readSpecification reads openapi.yaml once for all tests.
var readSpecification = sync.OnceValues(func() (*specification, error) {
	text, err := os.ReadFile("openapi.yaml")
	if err != nil {
		return nil, err
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	router, err := gorillamux.NewRouter(doc)
	return &specification{doc, router}, err
})

func spec(t testing.TB) *specification {
	t.Helper()
	s, err := readSpecification()
	if err != nil {
		t.Fatalf("openapi.yaml: %v", err)
	}
	return s
}

// validating sends requests and validates each, and its answer, against openapi.yaml. A request
// that a test means to be wrong must be wrong there too.
type validating struct {
	t    testing.TB
	spec *specification
}

type wrongKey struct{}

// wrong marks requests that the description forbids.
func wrong(ctx context.Context) context.Context { return context.WithValue(ctx, wrongKey{}, true) }

// RoundTrip sends a request.
func (v *validating) RoundTrip(r *http.Request) (*http.Response, error) {
	route, params, err := v.spec.router.FindRoute(r)
	if err != nil {
		v.t.Errorf("%s %s is not in openapi.yaml: %v", r.Method, r.URL.Path, err)
		return http.DefaultTransport.RoundTrip(r)
	}
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true,
			IncludeResponseStatus: true, ExcludeRequestBody: !isJSON(r.Header) || r.Body == nil,
		},
	}
	err = cmp.Or(openapi3filter.ValidateRequest(r.Context(), input), undescribed(input))
	meant, _ := r.Context().Value(wrongKey{}).(bool)
	if (err != nil) != meant {
		v.t.Errorf("%s %s: meant to be wrong: %v; openapi.yaml says: %v", r.Method, r.URL, meant, err)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil {
		err = v.answer(input, answer)
	}
	return answer, err
}

// undescribed returns an error for a body whose type is not described.
func undescribed(input *openapi3filter.RequestValidationInput) error {
	kind, body := input.Request.Header.Get("Content-Type"), input.Route.Operation.RequestBody
	if input.Request.Body != nil && (body == nil || body.Value.Content.Get(kind) == nil) {
		return fmt.Errorf("a body of type %q is not described", kind)
	}
	return nil
}

// answer validates an answer. If it is not JSON, only its type is checked.
func (v *validating) answer(input *openapi3filter.RequestValidationInput, answer *http.Response) error {
	what := fmt.Sprintf("%s %s, %d", input.Request.Method, input.Request.URL, answer.StatusCode)
	described := input.Route.Operation.Responses.Status(answer.StatusCode)
	if described == nil {
		v.t.Errorf("%s: this status is not described", what)
		return nil
	}
	kind := answer.Header.Get("Content-Type")
	if content := described.Value.Content; len(content) > 0 && content.Get(kind) == nil || len(content) == 0 && kind != "" {
		v.t.Errorf("%s: type %q is not described", what, kind)
	}
	for name, header := range described.Value.Headers {
		if answer.Header.Get(name) == "" {
			v.t.Errorf("%s: the header %s (%s) is missing", what, name, header.Value.Description)
		}
	}
	if !isJSON(answer.Header) {
		return nil
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(body))
	output := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: answer.StatusCode, Header: answer.Header, Options: input.Options,
	}
	output.SetBodyBytes(body)
	if err := openapi3filter.ValidateResponse(context.Background(), output); err != nil {
		v.t.Errorf("%s: %v", what, err)
	}
	return nil
}

func isJSON(h http.Header) bool {
	return strings.HasSuffix(strings.SplitN(h.Get("Content-Type"), ";", 2)[0], "json")
}
