package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"fairplay/api/wire"
	"fairplay/reports/store"
)

// program is a client of a service: the address where it listens, and the secret that "fairplay
// token create" printed. Any language that speaks HTTP will do.
type program struct{ address, secret string }

// A round is handed in, and its table is read as soon as it is ready.
func Example() {
	p := program{address: "http://127.0.0.1:8080", secret: os.Getenv("TOKEN")}
	if err := p.screen(context.Background(), "City Open 2026", "round1.pgn", os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func (p program) screen(ctx context.Context, name, file string, out io.Writer) error {
	body, err := json.Marshal(wire.NewEvent{Name: name})
	if err != nil {
		return err
	}
	var event store.Event
	if err := p.ask(ctx, "POST", "/v1/events", "application/json", bytes.NewReader(body), &event); err != nil {
		return err
	}
	round, err := os.Open(file)
	if err != nil {
		return err
	}
	defer round.Close()
	var batch store.Batch
	at := "/v1/events/" + event.ID
	if err := p.ask(ctx, "POST", at+"/batches?name=round1.pgn", "application/x-chess-pgn", round, &batch); err != nil {
		return err
	}
	if err := p.wait(ctx, at+"/progress"); err != nil {
		return err
	}
	var table wire.ShownScreening
	if err := p.ask(ctx, "GET", at+"/screening", "", nil, &table); err != nil {
		return err
	}
	for _, player := range table.Players {
		fmt.Fprintf(out, "%s: %d moves count\n", player.Name, player.Moves)
	}
	return nil
}

// ask sends a request and reads the answer.
func (p program) ask(ctx context.Context, method, path, kind string, body io.Reader, answer any) error {
	response, err := p.send(ctx, method, path, kind, "application/json", body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(answer)
}

// wait follows the progress of an event, a stream of server-sent events, until all is
// done.
func (p program) wait(ctx context.Context, path string) error {
	response, err := p.send(ctx, "GET", path, "", "text/event-stream", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if lines.Text() == "event: done" {
			return nil
		}
	}
	return errors.Join(errors.New("the stream ended before all was done"), lines.Err())
}

// send sends a request. A refusal says in plain words what is wrong.
func (p program) send(ctx context.Context, method, path, kind, wanted string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.address+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+p.secret)
	request.Header.Set("Accept", wanted)
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return response, err
	}
	defer response.Body.Close()
	var problem wire.Problem
	if err := json.NewDecoder(response.Body).Decode(&problem); err != nil {
		return nil, fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	return nil, fmt.Errorf("%s %s: %s", method, path, problem.Detail)
}
