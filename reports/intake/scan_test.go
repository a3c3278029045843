package intake

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"fairplay/analysis/fault"
)

// virus is what the one signature of the real clamd below looks for.
const virus = "fairplay-test-virus-signature"

// startClamd starts a clamd that knows one virus, and takes streams up to a mebibyte. It returns the path of its
// socket.
func startClamd(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "clamd") // the path of a socket has at most 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	socket, conf := filepath.Join(folder, "socket"), filepath.Join(folder, "clamd.conf")
	for name, text := range map[string]string{
		filepath.Join(folder, "test.ndb"): fmt.Sprintf("Fairplay.Test:0:*:%x\n", virus),
		conf:                              fmt.Sprintf("Foreground yes\nDatabaseDirectory %s\nLocalSocket %s\nStreamMaxLength 1M\n", folder, socket),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clamd := exec.Command("clamd", "--config-file="+conf)
	var said bytes.Buffer
	clamd.Stdout, clamd.Stderr = &said, &said
	if err := clamd.Start(); err != nil {
		t.Fatalf("clamd, of the Debian package clamav-daemon: %v", err)
	}
	ended := make(chan struct{})
	go func() { clamd.Wait(); close(ended) }()
	t.Cleanup(func() { clamd.Process.Kill(); <-ended })
	tick := time.NewTicker(10 * time.Millisecond) // there is no channel to wait for
	defer tick.Stop()
	for s := (&Scanner{Address: socket}); s.Ping(t.Context()) != nil; {
		select {
		case <-tick.C:
		case <-ended:
			t.Fatalf("clamd ended: %s", &said)
		}
	}
	return socket
}

func scan(t *testing.T, s *Scanner, file string) Scan {
	t.Helper()
	got, err := s.Scan(t.Context(), strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestClamd(t *testing.T) {
	s := &Scanner{Address: startClamd(t)}
	long := strings.Repeat("x", 3*scanPiece)
	for _, c := range []struct {
		name, file string
		want       Scan
	}{
		{"nothing", "", Scan{State: Clean}},
		{"a game", "1. e4 e5 *\n", Scan{State: Clean}},
		{"whole pieces", long, Scan{State: Clean}},
		{"a virus", "1. e4 {" + virus + "} *\n", Scan{State: Infected, Found: "Fairplay.Test.UNOFFICIAL"}},
		{"a virus across pieces", long[:scanPiece-7] + virus + long, Scan{State: Infected, Found: "Fairplay.Test.UNOFFICIAL"}},
		{"more than clamd takes", strings.Repeat("x", 2<<20), Scan{State: NotScanned, Reason: BeyondScanner}},
	} {
		if got := scan(t, s, c.file); got != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
		if err := c.want.Refusal(); (fault.KindOf(err) == fault.Invalid) != (c.want.Found != "") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// answering stands in for clamd where the real one does not behave as the case needs: it answers each connection
// with serve. It returns its address.
func answering(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serve(conn)
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}

// stream reads a command and the pieces of a file up to the empty one.
func stream(conn net.Conn) (command string, file []byte) {
	head := make([]byte, len("zINSTREAM\x00"))
	io.ReadFull(conn, head)
	for {
		var size [4]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil || binary.BigEndian.Uint32(size[:]) == 0 {
			return string(head), file
		}
		piece := make([]byte, binary.BigEndian.Uint32(size[:]))
		io.ReadFull(conn, piece)
		file = append(file, piece...)
	}
}

func TestRepliesOfScanners(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		state       ScanState
		found       string
		reason      Unscanned
	}{
		{"clean", "stream: OK\x00", Clean, "", ""},
		{"found", "stream: Win.Test.EICAR_HDB-1 FOUND\x00", Infected, "Win.Test.EICAR_HDB-1", ""},
		{"a name that is no text", "stream: a\x1bb FOUND\x00", Infected, "a\ufffdb", ""},
		{"a virus named OK", "stream: OK FOUND\x00", Infected, "OK", ""},
		{"its limit", "INSTREAM size limit exceeded. ERROR\x00", NotScanned, "", BeyondScanner},
		{"an error", "stream: Can't allocate memory ERROR\x00", NotScanned, "", ScannerFailed},
		{"another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n\x00", NotScanned, "", ScannerFailed},
		{"an empty reply", "\x00", NotScanned, "", ScannerFailed},
		{"a reply that breaks off", "stream: OK", NotScanned, "", ScannerSilent},
		{"no reply", "", NotScanned, "", ScannerSilent},
		{"a reply without end", strings.Repeat("x", longestReply+1), NotScanned, "", ScannerSilent},
	} {
		t.Run(c.name, func(t *testing.T) {
			command, sent := "", []byte(nil)
			s := &Scanner{Address: answering(t, func(conn net.Conn) {
				command, sent = stream(conn)
				io.WriteString(conn, c.reply)
			})}
			got := scan(t, s, "1. e4 *")
			if got.State != c.state || got.Found != c.found || got.Reason != c.reason {
				t.Errorf("%+v", got)
			}
			if (got.Cause != nil) != (c.reason == ScannerFailed || c.reason == ScannerSilent) {
				t.Errorf("cause %v", got.Cause)
			}
			if command != "zINSTREAM\x00" || string(sent) != "1. e4 *" {
				t.Errorf("clamd got %q and %q", command, sent)
			}
		})
	}
}

// clamd that has seen enough of a file answers and closes while the file is still being sent. It may have found
// something then, but it cannot call the file clean.
func TestScannerThatSawEnough(t *testing.T) {
	for reply, want := range map[string]ScanState{
		"stream: Early FOUND\x00": Infected, "stream: OK\x00": NotScanned, "": NotScanned,
		"INSTREAM size limit exceeded. ERROR\x00": NotScanned,
	} {
		answered := make(chan struct{})
		s := &Scanner{Address: answering(t, func(conn net.Conn) {
			io.ReadFull(conn, make([]byte, 100))
			io.WriteString(conn, reply)
			conn.(*net.TCPConn).SetLinger(-1)
			conn.(*net.TCPConn).CloseRead()
			close(answered)
		})}
		file := io.MultiReader(strings.NewReader(strings.Repeat("x", scanPiece)), waiting(answered), endless{})
		got, err := s.Scan(t.Context(), io.LimitReader(file, usualScanLength))
		if err != nil || got.State != want && got.Reason != ScannerSilent {
			t.Errorf("%q: %+v, %v", reply, got, err)
		}
	}
}

// waiting is an empty file whose end is there once the channel is closed.
type waiting chan struct{}

func (w waiting) Read([]byte) (int, error) { <-w; return 0, io.EOF }

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestNotScanned(t *testing.T) {
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	release := make(chan struct{})
	silent := answering(t, func(net.Conn) { <-release })
	defer close(release)
	for _, c := range []struct {
		name   string
		s      Scanner
		reason Unscanned
	}{
		{"none is set", Scanner{}, NoScanner},
		{"nobody listens", Scanner{Address: nobody.Addr().String()}, ScannerSilent},
		{"no such socket", Scanner{Address: filepath.Join(t.TempDir(), "none")}, ScannerSilent},
		{"it never answers", Scanner{Address: silent, Patience: 50 * time.Millisecond}, ScannerSilent},
		{"the file is too large", Scanner{Address: silent, Most: 6}, BeyondScanner},
	} {
		if got := scan(t, &c.s, "1. e4 *"); got.State != NotScanned || got.Reason != c.reason {
			t.Errorf("%s: %+v", c.name, got)
		}
		c.s.Patience = 50 * time.Millisecond
		if err := c.s.Ping(t.Context()); (err == nil) != (c.s.Address == "") {
			t.Errorf("%s: ping says %v", c.name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := (&Scanner{Address: silent}).Scan(ended, strings.NewReader("")); err != nil || got.Reason != ScannerSilent {
		t.Errorf("a request that ended: %+v, %v", got, err)
	}
}

// A file that cannot be read is an error, never a verdict.
func TestScanOfUnreadableFile(t *testing.T) {
	s := &Scanner{Address: answering(t, func(conn net.Conn) { stream(conn); io.WriteString(conn, "stream: OK\x00") })}
	broken := errors.New("broken")
	got, err := s.Scan(t.Context(), io.MultiReader(strings.NewReader("1. e4"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || got != (Scan{}) {
		t.Errorf("%+v, %v", got, err)
	}
}
