package periodic

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Webhook posts reminders as JSON (Message) to an address. The address may contain a secret and is
// never shown.
type Webhook struct{ URL string }

// Name returns "webhook".
func (*Webhook) Name() string { return "webhook" }

// Send posts the message. Any answer other than 2xx is an error, including a redirection.
func (w *Webhook) Send(ctx context.Context, m Message) error {
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("the address of the webhook cannot be used")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", m.ID)
	request.Header.Set("User-Agent", "fairplay")
	stay := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := stay.Do(request)
	if told, ok := errors.AsType[*url.Error](err); ok {
		err = told.Err // without the address
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // the content does not matter
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the webhook answers %d", answer.StatusCode)
	}
	return nil
}
