package intake

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"fairplay/analysis/fault"
)

// Scanner asks clamd, the daemon of ClamAV, whether a file contains a known virus. A Scanner
// without an address scans nothing. Its methods may be called concurrently.
type Scanner struct {
	Address  string        // host:port, or the path of a socket; "" for none
	Patience time.Duration // how long clamd may take for one file; 0 means 30 s
	Most     int64         // greatest size of a file that is sent, in bytes, which StreamMaxLength of clamd must allow; 0 means 25 MiB
}

// Scan is the result of scanning a file.
type Scan struct {
	State  ScanState `json:"state"`
	Found  string    `json:"found,omitempty"`  // the name of the virus
	Reason Unscanned `json:"reason,omitempty"` // why it is not scanned
	Cause  error     `json:"-"`                // of Reason, for the log; nil if the reason says it all
}

// ScanState is one of the constants below.
type ScanState string

// The answers of a scanner. Clean means that no known virus was found, not that there is none.
const (
	Clean      ScanState = "clean"
	Infected   ScanState = "found"
	NotScanned ScanState = "not_scanned"
)

// Unscanned says why a file is not scanned.
type Unscanned string

// The reasons why a file is not scanned.
const (
	NoScanner     Unscanned = "no_scanner" // none is set
	ScannerSilent Unscanned = "silent"     // it does not answer, or not in time
	BeyondScanner Unscanned = "too_large"  // for the scanner
	ScannerFailed Unscanned = "failed"     // it answers that it cannot tell
)

const (
	scanPiece       = 64 << 10 // bytes of a file in one piece
	longestReply    = 4 << 10  // bytes
	usualScanTime   = 30 * time.Second
	usualScanLength = 25 << 20
)

// Scan sends a file to clamd and returns its answer. If nobody scans, or clamd does not answer,
// that is not an error but NotScanned; an error means that the file could not be read.
func (s *Scanner) Scan(ctx context.Context, file io.Reader) (Scan, error) {
	if s.Address == "" {
		return Scan{State: NotScanned, Reason: NoScanner}, nil
	}
	source := &remembering{r: file}
	reply, err := s.ask(ctx, "INSTREAM", source)
	said := understood(reply)
	switch {
	case source.err != nil:
		return Scan{}, source.err
	case errors.Is(err, errBeyond):
		return Scan{State: NotScanned, Reason: BeyondScanner}, nil
	case err != nil && (reply == "" || said.State == Clean): // what it has not seen it cannot call clean
		return Scan{State: NotScanned, Reason: ScannerSilent, Cause: err}, nil
	}
	return said, nil
}

// Refusal returns the error, Invalid, with which a file is refused if the scanner found something
// in it; otherwise nil.
func (s Scan) Refusal() error {
	if s.State != Infected {
		return nil
	}
	return fault.New(fault.Invalid, "virus_found", "the file is not taken: the virus scanner found %s in it", s.Found)
}

// Ping returns why clamd does not answer; nil if it answers or none is set.
func (s *Scanner) Ping(ctx context.Context) error {
	if s.Address == "" {
		return nil
	}
	reply, err := s.ask(ctx, "PING", nil)
	if err == nil && reply != "PONG" {
		err = fmt.Errorf("clamd answers %q", reply)
	}
	return err
}

// understood reads the reply to INSTREAM (clamd(8)): "stream: OK", "stream: NAME FOUND", or a
// sentence that ends in ERROR.
func understood(reply string) Scan {
	said := strings.TrimPrefix(reply, "stream: ")
	if name, found := strings.CutSuffix(said, " FOUND"); found {
		return Scan{State: Infected, Found: printable(name)}
	}
	switch {
	case said == "OK":
		return Scan{State: Clean}
	case strings.Contains(said, "size limit exceeded"):
		return Scan{State: NotScanned, Reason: BeyondScanner}
	}
	return Scan{State: NotScanned, Reason: ScannerFailed, Cause: fmt.Errorf("clamd answers %q", said)}
}

var (
	errBeyond   = errors.New("the file is larger than the scanner takes")
	errUnwanted = errors.New("the scanner did not want to see the whole file")
)

// ask sends a command, with a file if the command takes one, and returns the reply. If clamd has
// seen enough of a file, it answers and closes; the reply then comes with errUnwanted.
func (s *Scanner) ask(ctx context.Context, command string, file io.Reader) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Patience, usualScanTime))
	defer cancel()
	network := "tcp"
	if strings.HasPrefix(s.Address, "/") {
		network = "unix"
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, s.Address)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })() // interrupts reading and writing
	_, err = io.WriteString(conn, "z"+command+"\x00")
	if err == nil && file != nil {
		err = s.send(conn, file)
	}
	if err != nil && !errors.Is(err, errUnwanted) {
		return "", err
	}
	said, failed := io.ReadAll(io.LimitReader(conn, longestReply))
	reply, _, whole := bytes.Cut(said, []byte{0})
	if !whole {
		return "", cmp.Or(ctx.Err(), failed, io.ErrUnexpectedEOF)
	}
	return strings.TrimSpace(string(reply)), err
}

// send writes a file in pieces, each after its length, and an empty piece at the end.
func (s *Scanner) send(to io.Writer, file io.Reader) error {
	rest := cmp.Or(s.Most, usualScanLength)
	for piece := make([]byte, 4+scanPiece); ; {
		n, err := io.ReadFull(file, piece[4:])
		if rest -= int64(n); rest < 0 {
			return errBeyond
		}
		if n > 0 {
			binary.BigEndian.PutUint32(piece, uint32(n))
			if _, err := to.Write(piece[:4+n]); err != nil {
				return errUnwanted
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			if _, err := to.Write(make([]byte, 4)); err != nil {
				return errUnwanted
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// remembering keeps the first error of a reader other than its end.
type remembering struct {
	r   io.Reader
	err error
}

func (r *remembering) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}
