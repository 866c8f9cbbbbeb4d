// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

func TestForwardsAndCountsBeforeTheAnswerArrives(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		body, err := io.ReadAll(in.Body)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(out, "got %s", body)
	}))
	defer server.Close()
	direction, address := forwarder(t, server.Listener.Addr().String())
	for i := int64(1); i <= 3; i++ {
		response, err := http.Post("http://"+address, "text/plain", strings.NewReader("hello"))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(body) != "got hello" || direction.requests.Load() != i {
			t.Errorf("%q, %v, %d counted, want %d", body, err, direction.requests.Load(), i)
		}
	}
}

func TestKeepsOneWayOpenWhenTheOtherEnds(t *testing.T) {
	listener := listen(t)
	go func() {
		connection, err := listener.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		defer connection.Close()
		received, err := io.ReadAll(connection) // up to the client's end of file
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(connection, "%d bytes", len(received))
	}()
	direction, address := forwarder(t, listener.Addr().String())
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	fmt.Fprint(connection, strings.Repeat("x", 1<<20))
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(connection)
	if err != nil || string(answer) != "1048576 bytes" {
		t.Errorf("%q, %v", answer, err)
	}
	direction.forwarding.Wait()
	if direction.open.Load() != 0 || direction.opened.Load() != 1 || direction.requests.Load() != 0 {
		t.Errorf("%d open of %d, %d requests", direction.open.Load(), direction.opened.Load(), direction.requests.Load())
	}
}

func TestEndsTheClientWhenTheServerCannotBeReached(t *testing.T) {
	closed := listen(t)
	closed.Close()
	direction, address := forwarder(t, closed.Addr().String())
	connection, err := net.Dial("tcp", address)
	if err == nil {
		defer connection.Close()
		_, err = connection.Read(make([]byte, 1))
	}
	if !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("got %v, want a reset", err)
	}
	direction.forwarding.Wait()
}

func TestKnowsItsOwnConnections(t *testing.T) {
	listener := listen(t)
	dialer := &dialer{}
	for _, c := range []struct {
		dial func() (net.Conn, error)
		own  bool
	}{
		{func() (net.Conn, error) { return net.Dial("tcp", listener.Addr().String()) }, false},
		{func() (net.Conn, error) {
			return dialer.dial(context.Background(), addrPort(t, listener.Addr().String()))
		}, true},
	} {
		dialled, err := c.dial()
		if err != nil {
			t.Fatal(err)
		}
		accepted, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if own := dialer.opened(accepted.(*net.TCPConn)); own != c.own {
			t.Errorf("own: %v, want %v", own, c.own)
		}
		dialer.forget(dialled.(*net.TCPConn))
		if dialer.opened(accepted.(*net.TCPConn)) {
			t.Error("not forgotten")
		}
		accepted.Close()
	}
}

func TestRefusesWhatNoRuleRedirected(t *testing.T) {
	listener := listen(t)
	connection, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer accepted.Close()
	if destination, err := redirectedFrom(accepted.(*net.TCPConn)); err == nil {
		t.Errorf("got %s", destination)
	}
}

func TestShowsItsCounters(t *testing.T) {
	inbound, outbound := &direction{name: "inbound"}, &direction{name: "outbound"}
	outbound.requests.Store(7)
	recorder := httptest.NewRecorder()
	ready := &atomic.Bool{}
	handler := admin{[]*direction{inbound, outbound}, ready, func() {}}.handler()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, line := range []string{`request_total{direction="inbound"} 0`, `request_total{direction="outbound"} 7`} {
		if !strings.Contains(recorder.Body.String(), line+"\n") {
			t.Errorf("no %s in\n%s", line, recorder.Body)
		}
	}
	recorder = httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/ready", nil))
	if recorder.Code != http.StatusServiceUnavailable {
		t.Errorf("ready before it listens: %d", recorder.Code)
	}
}

// forwarder sends everything to one server.
func forwarder(t *testing.T, server string) (*direction, string) {
	t.Helper()
	listener := listen(t)
	destination := addrPort(t, server)
	direction := &direction{name: "test", dialer: &dialer{}, destination: func(*net.TCPConn) (netip.AddrPort, error) {
		return destination, nil
	}}
	ctx, cut := context.WithCancel(context.Background())
	t.Cleanup(cut)
	go direction.serve(ctx, listener)
	return direction, listener.Addr().String()
}

func listen(t *testing.T) *net.TCPListener {
	t.Helper()
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return listener.(*net.TCPListener)
}

func addrPort(t *testing.T, text string) netip.AddrPort {
	t.Helper()
	address, err := netip.ParseAddrPort(text)
	if err != nil {
		t.Fatal(err)
	}
	return address
}
