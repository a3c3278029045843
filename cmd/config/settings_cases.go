package config

import (
	"errors"
	"log/slog"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"fairplay/analysis/fault"
	"fairplay/queue/periodic"
	"fairplay/reports/complaint"
	"fairplay/reports/render"
)

// mostYears is the greatest number of years for which a case may be kept, if not for ever.
const mostYears = 100

func years(n int) string { return strconv.Itoa(n) }

// caseSettings returns the settings of scanning, reminders and retention for cases.
func (s *Settings) caseSettings() []setting {
	return []setting{
		{name: "clamd", of: ForServer | ForCases, set: orNone(socketOrAddress(&s.Scanner.Address)),
			help: "`ADDRESS` of clamd, which scans what is attached to cases for viruses: host:port, or the path of a socket (default: nothing is scanned)"},
		{name: "clamd-timeout", fallback: "30s", of: ForServer | ForCases, set: duration(&s.Scanner.Patience, time.Second, "from a second to an hour; write for instance 30s or 1m"),
			help: "`TIME` that clamd has for one file; a file that takes longer counts as not scanned"},
		{name: "clamd-limit", fallback: "25 MiB", of: ForServer | ForCases, set: size(&s.Scanner.Most),
			help: "`SIZE` up to which a file is sent to clamd, whose StreamMaxLength must allow it"},
		{name: "reminder-webhook", of: ForServer, redact: onlyHost, set: orNone(webAddress(&s.Webhook)),
			help: "`URL` to which reminders of what is due in cases are posted as JSON, beside the log (default: nowhere)"},
		{name: "reminder-smtp", of: ForServer, redact: WithoutPassword, set: orNone(mailServer(&s.MailServer)),
			help: "mail server for reminders, as `URL` smtp://user@host:587 or smtps://user@host:465 (default: no mail)"},
		{name: "reminder-smtp-password-file", of: ForServer, set: keep(&s.MailPassword),
			help: "`FILE` with the password of the mail server, whose address then goes without"},
		{name: "reminder-from", of: ForServer, set: orNone(mailAddress(&s.MailFrom)),
			help: "`ADDRESS` from which reminders are mailed"},
		{name: "reminder-to", of: ForServer, set: orNone(mailAddresses(&s.MailTo)),
			help: "`ADDRESSES` to which reminders are mailed, with commas between them; each gets a mail of its own"},
		{name: "checkpoint-file", of: ForStore | ForServer, set: keep(&s.CheckpointFile),
			help: "`FILE` to which signed checkpoints of the log are appended, and with which check compares the database; best where nobody can change it from here (default: nowhere)"},
		{name: "checkpoint-webhook", of: ForServer, redact: onlyHost, set: orNone(webAddress(&s.CheckpointWebhook)),
			help: "`URL` to which signed checkpoints of the log are posted as JSON (default: nowhere)"},
		{name: "checkpoint-to", of: ForServer, set: orNone(mailAddresses(&s.CheckpointTo)),
			help: "`ADDRESSES` to which signed checkpoints of the log are mailed by reminder-smtp, with commas between them"},
		{name: "reminder-language", fallback: "en", of: ForServer, set: language(&s.Language),
			help: "`LANGUAGE` of reminders: " + languages()},
		{name: "retention-cases", fallback: years(complaint.DefaultRetention().Case), of: ForServer, set: whole(&s.Keep.Case, 0, mostYears),
			help: "`YEARS` after the event for which the contents of a closed case over the board are kept, longer if a hold keeps them; 0 is for ever"},
		{name: "retention-online-cases", fallback: years(complaint.DefaultRetention().Online), of: ForServer, set: whole(&s.Keep.Online, 0, mostYears),
			help: "`YEARS` after the event for which the contents of a closed case online are kept, longer if a hold keeps them; 0 is for ever"},
	}
}

// Senders returns the senders of reminders: the log, and those that are set.
func (s *Settings) Senders(log *slog.Logger, now func() time.Time) ([]periodic.Sender, error) {
	all := []periodic.Sender{periodic.LogSender{Log: log}}
	if s.Webhook != "" {
		all = append(all, &periodic.Webhook{URL: s.Webhook})
	}
	more, err := s.mails(s.MailTo, now)
	return append(all, more...), err
}

// Witnesses returns the senders of checkpoints: those that are set.
func (s *Settings) Witnesses(now func() time.Time) (all []periodic.Sender, err error) {
	if s.CheckpointFile != "" {
		all = append(all, periodic.CheckpointFile{Path: s.CheckpointFile})
	}
	if s.CheckpointWebhook != "" {
		all = append(all, &periodic.Webhook{URL: s.CheckpointWebhook})
	}
	more, err := s.mails(s.CheckpointTo, now)
	return append(all, more...), err
}

// mails returns the senders of mail to addresses.
func (s *Settings) mails(to []*mail.Address, now func() time.Time) (all []periodic.Sender, err error) {
	if s.MailServer == "" {
		return nil, nil
	}
	server, err := url.Parse(s.MailServer)
	if err != nil { // which would show the password
		return nil, fault.New(fault.Invalid, "reminder_mail", "the address of the mail server cannot be used with its password")
	}
	for _, one := range to {
		all = append(all, &periodic.Mail{Server: server, From: s.MailFrom, To: one, Now: now})
	}
	return all, nil
}

// Words returns the words of reminders in their language.
func (s *Settings) Words() (render.Phrases, error) { return render.PhrasesOf(s.Language) }

// languages names those that can be chosen.
func languages() string {
	all := render.Languages()
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

func language(field *string) func(string) error {
	return func(text string) error {
		if _, err := render.PhrasesOf(text); err != nil {
			return errors.New("choose " + languages())
		}
		*field = text
		return nil
	}
}

func webAddress(field *string) func(string) error {
	return func(text string) error {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			return errors.New("it is no address; write for instance https://chat.example.org/hook")
		}
		*field = text
		return nil
	}
}

func mailServer(field *string) func(string) error {
	return func(text string) error {
		u, err := url.Parse(text)
		if err != nil {
			return errors.New("it is no address; write smtp://user@host:587 or smtps://user@host:465")
		}
		*field = text
		return periodic.CheckMailServer(u)
	}
}

func mailAddress(field **mail.Address) func(string) error {
	return func(text string) (err error) {
		if *field, err = mail.ParseAddress(text); err != nil {
			return errors.New("it is no address; write fairplay@example.org")
		}
		return nil
	}
}

func mailAddresses(field *[]*mail.Address) func(string) error {
	return func(text string) (err error) {
		if *field, err = mail.ParseAddressList(text); err != nil {
			return errors.New("it is no list of addresses; write chair@example.org, secretary@example.org")
		}
		return nil
	}
}
