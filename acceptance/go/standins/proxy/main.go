// SPDX-License-Identifier: Apache-2.0

// Package proxy plays linkerd-proxy: it forwards what the pod's rules redirect to it, and counts it. It speaks no
// mutual TLS; a request that both sides' proxies have counted is one that would have had it.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"linkerd-multus/standins/daemon"
	"linkerd-multus/standins/linkerd"
)

const (
	inboundAddress  = "0.0.0.0:4143"
	outboundAddress = "127.0.0.1:4140"
	adminAddress    = "0.0.0.0:4191"
	// gracePeriod is how long open connections may go on once the pod is told to stop. Linkerd's two minutes would be
	// cut short by the kubelet after 30 seconds.
	gracePeriod = 5 * time.Second
)

// listenAddress returns an address of the proxy's with the port that Linkerd's variable says, if there is one.
func listenAddress(variable, standard string) string {
	first, _, _ := strings.Cut(os.Getenv(linkerd.ProxyVariable+variable), ",")
	_, port, err := net.SplitHostPort(first)
	if err != nil {
		return standard
	}
	host, _, _ := net.SplitHostPort(standard)
	return net.JoinHostPort(host, port)
}

// Main forwards until it is told to stop.
func Main([]string) int {
	ctx, stop := daemon.UntilStopped()
	defer stop()
	if err := run(ctx, stop); err != nil {
		fmt.Fprintln(os.Stderr, "proxy:", err)
		return 1
	}
	return 0
}

func run(stopping context.Context, stop func()) error {
	adminAt := listenAddress("ADMIN_LISTEN_ADDR", adminAddress)
	inboundAt := listenAddress("INBOUND_LISTEN_ADDR", inboundAddress)
	outboundAt := listenAddress("OUTBOUND_LISTEN_ADDRS", outboundAddress)
	dialer := &dialer{}
	inbound := &direction{name: "inbound", dialer: dialer, destination: redirectedFrom}
	outbound := &direction{name: "outbound", dialer: dialer, destination: func(from *net.TCPConn) (netip.AddrPort, error) {
		if dialer.opened(from) {
			return netip.AddrPort{}, fmt.Errorf("it is this proxy's own: the pod's rules do not exempt uid %d", os.Getuid())
		}
		return redirectedFrom(from)
	}}
	ready := &atomic.Bool{}
	server := &http.Server{
		Addr:              adminAt,
		ReadHeaderTimeout: daemon.HeaderDeadline,
		Handler:           admin{[]*direction{inbound, outbound}, ready, stop}.handler(),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	defer server.Close()

	listeners, err := listenAll(inboundAt, outboundAt)
	if err != nil {
		return err
	}
	forwarding, cut := context.WithCancel(context.Background())
	defer cut()
	go inbound.serve(forwarding, listeners[0])
	go outbound.serve(forwarding, listeners[1])
	ready.Store(true)
	slog.Info("forwarding", "inbound", inboundAt, "outbound", outboundAt, "admin", adminAt, "uid", os.Getuid())
	select {
	case err := <-ended:
		return err
	case <-stopping.Done():
	}
	ready.Store(false)
	for _, listener := range listeners {
		_ = listener.Close() // nothing more arrives either way
	}
	finish(cut, inbound, outbound)
	return nil
}

// finish lets open connections end by themselves for a while, and then cuts them.
func finish(cut func(), directions ...*direction) {
	idle := make(chan struct{})
	go func() {
		for _, direction := range directions {
			direction.forwarding.Wait()
		}
		close(idle)
	}()
	select {
	case <-idle:
	case <-time.After(gracePeriod):
		cut()
		<-idle
	}
}

func listenAll(addresses ...string) ([]*net.TCPListener, error) {
	var listeners []*net.TCPListener
	for _, address := range addresses {
		listener, err := net.Listen("tcp4", address)
		if err != nil {
			for _, opened := range listeners {
				err = errors.Join(err, opened.Close())
			}
			return nil, err
		}
		listeners = append(listeners, listener.(*net.TCPListener))
	}
	return listeners, nil
}
