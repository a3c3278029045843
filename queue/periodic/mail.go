package periodic

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"net/url"
	"strings"
	"time"
)

// Mail sends reminders to one address; one full mailbox therefore does not affect others.
type Mail struct {
	// Server is smtp://user:password@host:port, with STARTTLS if the server offers it, or smtps://,
	// with TLS from the start. A password is sent only over TLS, or to this machine.
	Server *url.URL
	From   *mail.Address
	To     *mail.Address
	Now    func() time.Time

	roots *x509.CertPool // nil means those of the system
}

// CheckMailServer returns why an address cannot be that of a mail server.
func CheckMailServer(address *url.URL) error {
	if address.Scheme != "smtp" && address.Scheme != "smtps" || address.Hostname() == "" || strings.Trim(address.Path, "/") != "" {
		return errors.New("it is no mail server; write smtp://user@mail.example.org:587 or smtps://user@mail.example.org:465")
	}
	return nil
}

// Name returns "mail" and the recipient's address.
func (m *Mail) Name() string { return "mail " + m.To.Address }

// Send sends the message.
func (m *Mail) Send(ctx context.Context, msg Message) error {
	c, err := m.connect(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if user := m.Server.User; user != nil {
		password, _ := user.Password()
		if err := c.Auth(smtp.PlainAuth("", user.Username(), password, m.Server.Hostname())); err != nil {
			return err
		}
	}
	if err := c.Mail(m.From.Address); err != nil {
		return err
	}
	if err := c.Rcpt(m.To.Address); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(m.message(msg)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	_ = c.Quit() // the server has taken the mail
	return nil
}

// connect opens a connection, over TLS if possible.
func (m *Mail) connect(ctx context.Context) (*smtp.Client, error) {
	host := m.Server.Hostname()
	port := cmp.Or(m.Server.Port(), map[string]string{"smtp": "587", "smtps": "465"}[m.Server.Scheme])
	secure := &tls.Config{ServerName: host, RootCAs: m.roots, MinVersion: tls.VersionTLS12}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, err
	}
	if end, ok := ctx.Deadline(); ok {
		err = conn.SetDeadline(end)
	}
	if m.Server.Scheme == "smtps" {
		conn = tls.Client(conn, secure)
	}
	c, failed := smtp.NewClient(conn, host)
	if err = cmp.Or(err, failed); err != nil {
		conn.Close()
		return nil, err
	}
	if offered, _ := c.Extension("STARTTLS"); offered && m.Server.Scheme == "smtp" {
		err = c.StartTLS(secure)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// message writes the mail (RFC 5322).
func (m *Mail) message(msg Message) []byte {
	_, domain, _ := strings.Cut(m.From.Address, "@")
	var b bytes.Buffer
	for _, line := range [][2]string{
		{"From", m.From.String()}, {"To", m.To.String()}, {"Subject", mime.QEncoding.Encode("utf-8", msg.Subject)},
		{"Date", m.Now().Format(time.RFC1123Z)}, {"Message-ID", "<" + msg.ID + "@" + domain + ">"}, {"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"}, {"Content-Type", "text/plain; charset=utf-8"}, {"Content-Transfer-Encoding", "quoted-printable"},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", line[0], line[1])
	}
	b.WriteString("\r\n")
	body := quotedprintable.NewWriter(&b)
	io.WriteString(body, msg.Text+"\r\n") // a buffer takes everything
	body.Close()
	return b.Bytes()
}
