// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// afterFailure is how long nothing is accepted once there are no more file descriptors, or the like.
const afterFailure = 100 * time.Millisecond

// direction forwards the connections of one direction to where they were going, and counts them.
type direction struct {
	name        string
	destination func(*net.TCPConn) (netip.AddrPort, error)
	dialer      *dialer
	requests    atomic.Int64
	opened      atomic.Int64
	open        atomic.Int64
	refused     atomic.Int64
	forwarding  sync.WaitGroup
}

// serve forwards until the listener is closed.
func (d *direction) serve(ctx context.Context, listener *net.TCPListener) {
	for {
		client, err := listener.AcceptTCP()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			slog.Warn("cannot accept", "direction", d.name, "reason", err)
			select {
			case <-ctx.Done():
			case <-time.After(afterFailure):
			}
			continue
		}
		d.forwarding.Add(1)
		go func() {
			defer d.forwarding.Done()
			if err := d.forward(ctx, client); err != nil {
				slog.Warn("connection ended early", "direction", d.name, "from", client.RemoteAddr(), "reason", err)
			}
		}()
	}
}

func (d *direction) forward(ctx context.Context, client *net.TCPConn) error {
	defer client.Close()
	destination, err := d.destination(client)
	if err != nil {
		d.refused.Add(1)
		return err
	}
	d.opened.Add(1)
	d.open.Add(1)
	defer d.open.Add(-1)
	server, err := d.dialer.dial(ctx, destination)
	if err != nil {
		reset(client)
		return err
	}
	defer d.dialer.forget(server)
	defer context.AfterFunc(ctx, func() { client.Close(); server.Close() })()
	d.both(client, server)
	return nil
}

// both copies each way until that way's end, and passes the end on, so that half-closed connections work.
func (d *direction) both(client, server *net.TCPConn) {
	requests := newRequestCounter(func() { d.requests.Add(1) })
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		pass(client, server)
	}()
	pass(writers{requests, server}, client)
	<-answered
}

type halfCloser interface {
	io.Writer
	CloseWrite() error
}

// writers writes to the counter first.
type writers struct {
	counter *requestCounter
	*net.TCPConn
}

func (w writers) Write(data []byte) (int, error) {
	_, _ = w.counter.Write(data) // never fails
	return w.TCPConn.Write(data)
}

// ReadFrom hides the connection's own, which would bypass Write.
func (w writers) ReadFrom(from io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{w}, from)
}

// pass ends the other way as well when this one breaks; a regular end leaves it open.
func pass(to halfCloser, from *net.TCPConn) {
	if _, err := io.Copy(to, from); err != nil {
		reset(from)
	}
	if err := to.CloseWrite(); err != nil {
		reset(from)
	}
}

// reset ends a connection in a way that its other end takes for a failure.
func reset(connection *net.TCPConn) {
	_ = connection.SetLinger(0) // fails only when it is closed already
	_ = connection.Close()
}
