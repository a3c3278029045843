package periodic

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"io"
	"net"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"strings"
	"testing"
	"time"
)

// postOffice is a mail server of one conversation at a time.
type postOffice struct {
	tls    *tls.Config
	atOnce bool   // TLS begins at once
	offers bool   // STARTTLS
	refuse string // the command that it refuses

	said chan []string // what a client said, each with "(TLS)" before it where it was
}

// open starts the server and returns its port.
func (p *postOffice) open(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.said = make(chan []string, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			p.said <- p.serve(conn)
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func (p *postOffice) serve(conn net.Conn) (said []string) {
	defer func() { conn.Close() }()
	mark := ""
	if p.atOnce {
		conn, mark = tls.Server(conn, p.tls), "(TLS) "
	}
	in := bufio.NewReader(conn)
	answer := func(text string) { io.WriteString(conn, text+"\r\n") }
	answer("220 post")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return said
		}
		line = strings.TrimSpace(line)
		said = append(said, mark+line)
		verb, _, _ := strings.Cut(line, " ")
		switch {
		case verb == p.refuse:
			answer("550 no")
		case verb == "EHLO" && p.offers && mark == "":
			answer("250-post\r\n250 STARTTLS")
		case verb == "EHLO":
			answer("250-post\r\n250 AUTH PLAIN")
		case verb == "STARTTLS":
			answer("220 go")
			conn, mark = tls.Server(conn, p.tls), "(TLS) "
			in = bufio.NewReader(conn)
		case verb == "AUTH":
			answer("235 ok")
		case verb == "DATA":
			answer("354 go")
			for line = ""; line != ".\r\n"; {
				if line, err = in.ReadString('\n'); err != nil {
					return said
				}
				said = append(said, strings.TrimRight(line, "\r\n"))
			}
			answer("250 taken")
		case verb == "QUIT":
			answer("221 bye")
			return said
		default:
			answer("250 ok")
		}
	}
}

// certified returns a certificate for 127.0.0.1, and who vouches for it.
func certified(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return &tls.Config{Certificates: s.TLS.Certificates}, roots
}

func mailTo(address string, roots *x509.CertPool) *Mail {
	server, _ := url.Parse(address)
	return &Mail{
		Server: server, From: &mail.Address{Name: "Fair Play", Address: "service@example.org"}, To: &mail.Address{Name: "Голова", Address: "chair@example.org"},
		Now: func() time.Time { return time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC) }, roots: roots,
	}
}

const written = `MAIL FROM:<service@example.org>
RCPT TO:<chair@example.org>
DATA
From: "Fair Play" <service@example.org>
To: =?utf-8?q?=D0=93=D0=BE=D0=BB=D0=BE=D0=B2=D0=B0?= <chair@example.org>
Subject: =?utf-8?q?=D0=A7=D0=B5=D1=81=D0=BD=D0=B0_=D0=B3=D1=80=D0=B0:_C-3F9A-07BD?=
Date: Sat, 28 Nov 2026 09:00:00 +0000
Message-ID: <0123456789abcdef@example.org>
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

A term ends.
.
QUIT`

func TestMail(t *testing.T) {
	config, roots := certified(t)
	auth := "AUTH PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00us er\x00ge:heim")) + "\n"
	for _, c := range []struct {
		name, address string
		office        postOffice
		greeting      string // what the client says before the mail
	}{
		{"in the clear", "smtp://127.0.0.1:", postOffice{}, "EHLO localhost\n"},
		{"with STARTTLS", "smtp://us%20er:ge%3Aheim@127.0.0.1:", postOffice{offers: true}, "EHLO localhost\nSTARTTLS\n(TLS) EHLO localhost\n(TLS) " + auth},
		{"with TLS at once", "smtps://us%20er:ge%3Aheim@127.0.0.1:", postOffice{atOnce: true}, "EHLO localhost\n" + auth},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.office.tls = config
			if err := mailTo(c.address+c.office.open(t), roots).Send(t.Context(), message()); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(<-c.office.said, "\n")
			if c.office.atOnce && strings.Count(got, "(TLS) ") == 0 {
				t.Error("no TLS")
			}
			want := c.greeting + written
			if plain := strings.ReplaceAll(got, "(TLS) ", ""); plain != strings.ReplaceAll(want, "(TLS) ", "") {
				t.Errorf("%s", got)
			}
			if c.office.offers && !strings.Contains(got, "(TLS) AUTH") {
				t.Errorf("the password went without TLS:\n%s", got)
			}
		})
	}
}

// A server that refuses, that nobody vouches for, or that does not answer, is an error.
func TestMailThatFails(t *testing.T) {
	config, roots := certified(t)
	for _, refused := range []string{"MAIL", "RCPT", "DATA", "AUTH"} {
		office := postOffice{tls: config, offers: true, refuse: refused}
		if err := mailTo("smtp://user:geheim@127.0.0.1:"+office.open(t), roots).Send(t.Context(), message()); err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s refused: %v", refused, err)
		}
		<-office.said
	}
	office := postOffice{tls: config, offers: true}
	stranger := mailTo("smtp://user:geheim@127.0.0.1:"+office.open(t), x509.NewCertPool())
	if err := stranger.Send(t.Context(), message()); err == nil || strings.Contains(strings.Join(<-office.said, " "), "AUTH") {
		t.Errorf("a stranger got the password: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := mailTo("smtp://"+l.Addr().String(), nil).Send(t.Context(), message()); err == nil {
		t.Error("nobody is there")
	}
}

func TestMailServers(t *testing.T) {
	for address, ok := range map[string]bool{
		"smtp://mail.example.org": true, "smtps://u:p@mail.example.org:465/": true, "http://mail.example.org": false, "smtp://": false,
		"smtp://mail.example.org/x": false, "mail.example.org:25": false,
	} {
		u, err := url.Parse(address)
		if got := err == nil && CheckMailServer(u) == nil; got != ok {
			t.Errorf("%s: %v", address, got)
		}
	}
}
