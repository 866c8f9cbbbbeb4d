// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// longestHead is the longest head of a request that is looked at, as long as that of Go's own server.
const longestHead = 1 << 20

// requestCounter finds the requests in what a client sends, when that is HTTP/1. It is written to before the bytes go
// on to the server, so a request is counted before it can be answered.
type requestCounter struct {
	counted func()
	step    func(*requestCounter, []byte) []byte
	head    []byte // what has come of the head, or of a line between chunks
	left    int64  // what is to come of the body, or of the chunk
}

func newRequestCounter(counted func()) *requestCounter {
	return &requestCounter{counted: counted, step: (*requestCounter).readHead}
}

// Write never fails; what is no HTTP/1 is let pass uncounted.
func (c *requestCounter) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		rest = c.step(c, rest)
	}
	return len(data), nil
}

func (c *requestCounter) readHead(data []byte) []byte {
	head, rest, complete := c.until(data, "\r\n\r\n")
	if !complete {
		if !mayBeRequest(c.head) {
			c.step = (*requestCounter).ignore
		}
		return rest
	}
	request, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(head)))
	if err != nil || request.ProtoMajor != 1 {
		c.step = (*requestCounter).ignore
		return nil
	}
	c.counted()
	switch {
	case request.Method == http.MethodConnect || request.Header.Get("Upgrade") != "":
		c.step = (*requestCounter).ignore
	case request.ContentLength > 0:
		c.left, c.step = request.ContentLength, (*requestCounter).skipBody
	case request.ContentLength < 0:
		c.step = (*requestCounter).readChunkSize
	}
	return rest
}

func (c *requestCounter) skipBody(data []byte) []byte {
	rest := c.skip(data)
	if c.left == 0 {
		c.step = (*requestCounter).readHead
	}
	return rest
}

// readChunkSize reads the line before a chunk; the last chunk has size 0.
func (c *requestCounter) readChunkSize(data []byte) []byte {
	line, rest, complete := c.until(data, "\r\n")
	if !complete {
		return rest
	}
	text, _, _ := strings.Cut(string(line), ";")
	size, err := strconv.ParseInt(strings.TrimSpace(text), 16, 63)
	switch {
	case err != nil:
		c.step = (*requestCounter).ignore
	case size == 0:
		c.step = (*requestCounter).skipTrailer
	default:
		c.left, c.step = size+int64(len("\r\n")), (*requestCounter).skipChunk
	}
	return rest
}

func (c *requestCounter) skipChunk(data []byte) []byte {
	rest := c.skip(data)
	if c.left == 0 {
		c.step = (*requestCounter).readChunkSize
	}
	return rest
}

// skipTrailer reads lines up to the empty one that ends the request.
func (c *requestCounter) skipTrailer(data []byte) []byte {
	line, rest, complete := c.until(data, "\r\n")
	if complete && len(bytes.TrimSpace(line)) == 0 {
		c.step = (*requestCounter).readHead
	}
	return rest
}

func (c *requestCounter) ignore([]byte) []byte {
	c.head = nil
	return nil
}

func (c *requestCounter) skip(data []byte) []byte {
	passed := min(c.left, int64(len(data)))
	c.left -= passed
	return data[passed:]
}

// until collects what has come up to and with the mark, and returns what follows it.
func (c *requestCounter) until(data []byte, mark string) (found, rest []byte, complete bool) {
	before := len(c.head)
	c.head = append(c.head, data...)
	at := bytes.Index(c.head[max(0, before-len(mark)+1):], []byte(mark))
	if at < 0 {
		if len(c.head) > longestHead {
			c.step = (*requestCounter).ignore
		}
		return nil, nil, false
	}
	end := max(0, before-len(mark)+1) + at + len(mark)
	found, c.head = c.head[:end], nil
	return found, data[end-before:], true
}

// mayBeRequest tells from the first bytes whether a method can still come of them, so that nothing of other protocols
// is kept.
func mayBeRequest(head []byte) bool {
	for i, letter := range head {
		if letter == ' ' {
			return i > 0
		}
		if letter < 'A' || letter > 'Z' {
			return false
		}
	}
	return true
}

var _ io.Writer = (*requestCounter)(nil)
