package pgn

import (
	"bytes"
	"io"
)

// chunk is the number of bytes read at a time.
const chunk = 64 << 10

// window is the part of the input in memory: the text of one game and what has been read ahead.
// All line ends (LF, CRLF, CR) become LF in it, and NUL bytes become spaces, so that 0 can mean
// the end of the text.
type window struct {
	r     io.Reader
	limit int // longest text of one game, in bytes

	buf   []byte
	start int  // where the current game begins in buf
	pos   int  // the next byte to look at
	line  int  // line of pos, from 1
	full  bool // the game has reached the limit
	ended bool
	cr    bool  // the last byte read was a CR
	err   error // why reading ended, nil at the end of the input
}

// at returns the byte i places ahead, 0 at the end of the input or at the size limit of a game.
func (w *window) at(i int) byte {
	for w.pos+i >= len(w.buf) {
		if !w.fill() {
			return 0
		}
	}
	if w.pos+i-w.start >= w.limit {
		w.full = true
		return 0
	}
	return w.buf[w.pos+i]
}

// advance moves on by n bytes that at has already returned.
func (w *window) advance(n int) {
	w.line += bytes.Count(w.buf[w.pos:w.pos+n], []byte{'\n'})
	w.pos += n
}

// begin makes pos the start of a game.
func (w *window) begin() {
	w.start, w.full = w.pos, false
}

// text returns what has been read of the current game.
func (w *window) text() []byte { return w.buf[w.start:w.pos] }

// offset returns where pos lies within the current game.
func (w *window) offset() int { return w.pos - w.start }

// fill reads one more chunk and drops what lies before the current game. It returns false at
// the end of the input.
func (w *window) fill() bool {
	if w.ended {
		return false
	}
	if w.start > 0 {
		w.buf = w.buf[:copy(w.buf, w.buf[w.start:])]
		w.pos -= w.start
		w.start = 0
	}
	have := len(w.buf)
	w.buf = append(w.buf, make([]byte, chunk)...)
	n, err := w.read(w.buf[have:])
	w.buf = w.buf[:have+w.even(w.buf[have:have+n])]
	if err != nil {
		w.ended = true
		if err != io.EOF {
			w.err = err
		}
	}
	return len(w.buf) > have || !w.ended
}

// read reads once, and gives up on a reader that returns neither bytes nor an error.
func (w *window) read(p []byte) (n int, err error) {
	const tries = 100
	for range tries {
		if n, err = w.r.Read(p); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// even makes all line ends LF and NUL bytes spaces, in place, and returns the
// new length.
func (w *window) even(p []byte) int {
	n := 0
	for _, c := range p {
		after := w.cr
		w.cr = c == '\r'
		switch {
		case c == '\n' && after:
			continue
		case c == '\r':
			c = '\n'
		case c == 0:
			c = ' '
		}
		p[n] = c
		n++
	}
	return n
}
