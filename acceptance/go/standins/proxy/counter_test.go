// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"bytes"
	"crypto/rand"
	"strings"
	"testing"
)

const (
	get     = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
	post    = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 29\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n.."
	chunked = "PUT /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" +
		"4;note=1\r\nGET \r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"
)

func TestCountsRequestsHoweverTheyAreCut(t *testing.T) {
	cases := map[string]struct {
		sent string
		want int
	}{
		"one":          {get, 1},
		"many":         {get + post + chunked + get, 4},
		"old":          {"GET / HTTP/1.0\r\n\r\n", 1},
		"upgraded":     {"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n" + get, 1},
		"HTTP/2":       {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + get, 0},
		"TLS":          {"\x16\x03\x01\x02" + get, 0},
		"other":        {"EHLO there\r\n" + get, 0},
		"not complete": {get[:len(get)-1], 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for size := 1; size <= len(c.sent); size++ {
				if got := count(t, c.sent, size); got != c.want {
					t.Fatalf("in pieces of %d: %d requests, want %d", size, got, c.want)
				}
			}
		})
	}
}

func TestPassesAnythingWithoutKeepingIt(t *testing.T) {
	noise := make([]byte, 4*longestHead)
	if _, err := rand.Read(noise); err != nil {
		t.Fatal(err)
	}
	for _, sent := range [][]byte{noise, bytes.Repeat([]byte("A"), len(noise))} {
		counter := newRequestCounter(func() { t.Error("counted noise") })
		for rest := sent; len(rest) > 0; rest = rest[min(32<<10, len(rest)):] {
			_, _ = counter.Write(rest[:min(32<<10, len(rest))])
		}
		if len(counter.head) > 2*longestHead {
			t.Errorf("keeps %d bytes", len(counter.head))
		}
	}
}

func count(t *testing.T, sent string, size int) int {
	t.Helper()
	counted := 0
	counter := newRequestCounter(func() { counted++ })
	reader := strings.NewReader(sent)
	piece := make([]byte, size)
	for {
		n, err := reader.Read(piece)
		if err != nil {
			return counted
		}
		if written, err := counter.Write(piece[:n]); written != n || err != nil {
			t.Fatalf("Write = %d, %v", written, err)
		}
	}
}
