package config

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fairplay/queue/periodic"
)

// Reminders go to the log, the webhook and each address; what is secret in the settings is not shown.
func TestCarriers(t *testing.T) {
	withFile(t, "reminder-webhook: https://chat.example.org/hooks/geheim\nreminder-smtp: smtps://user@mail.example.org\n"+
		"reminder-from: Fair Play <service@example.org>\nreminder-to: [chair@example.org, secretary@example.org]\n")
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("ge:heim\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, command := given(t, map[string]string{"FAIRPLAY_REMINDER_SMTP_PASSWORD_FILE": file})
	c, err := Read(p, command, ForServer)
	if err != nil {
		t.Fatal(err)
	}
	senders, err := c.Senders(slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range senders {
		names = append(names, c.Name())
	}
	if got := strings.Join(names, ", "); got != "log, webhook, mail chair@example.org, mail secretary@example.org" {
		t.Errorf("%s", got)
	}
	if password, _ := senders[2].(*periodic.Mail).Server.User.Password(); password != "ge:heim" {
		t.Errorf("password %q", password)
	}
	var shown Lines
	for _, s := range c.settings {
		shown = append(shown, s.shown())
	}
	if all := shown.String(); strings.Contains(all, "heim") || !strings.Contains(all, "https://chat.example.org/*****") {
		t.Errorf("shown: %s", all)
	}
}
