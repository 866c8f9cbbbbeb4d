// SPDX-License-Identifier: Apache-2.0

// Package validator plays Linkerd's network validator: it proves, before the application starts, that the pod's
// outbound connections are redirected to the port that the proxy will have.
package validator

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"linkerd-multus/standins/daemon"
)

// notRedirected is the exit code that Linkerd's repair controller, and ours, know.
const notRedirected = 95

// Main exits with 0 once a connection has come back to it, and with 95 when none does in time.
func Main(arguments []string) int {
	flags := flag.NewFlagSet("network-validator", flag.ContinueOnError)
	listen := flags.String("listen-addr", "0.0.0.0:4140", "where redirected connections arrive")
	connect := flags.String("connect-addr", "198.19.255.254:20001", "an address that is not the pod's own")
	timeout := flags.Duration("timeout", 10*time.Second, "how long to wait")
	flags.String("log-level", "", "accepted and ignored")
	flags.String("log-format", "", "accepted and ignored")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	ctx, stop := daemon.UntilStopped()
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *timeout)
	defer cancel()
	if err := validate(ctx, *listen, *connect); err != nil {
		slog.Error("traffic is not redirected: is the pod attached to linkerd-cni, and does the proxy's uid differ from this one?",
			"connect", *connect, "uid", os.Getuid(), "reason", err)
		return notRedirected
	}
	slog.Info("traffic is redirected", "connect", *connect, "uid", os.Getuid())
	return 0
}

// validate connects to one address, and expects to be answered by what it listens with at the other.
func validate(ctx context.Context, listen, connect string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	token := rand.Text()
	go answer(listener, token)
	connection, err := new(net.Dialer).DialContext(ctx, "tcp", connect)
	if err != nil {
		return err
	}
	defer connection.Close()
	defer context.AfterFunc(ctx, func() { connection.Close() })()
	received := make([]byte, len(token))
	if _, err := io.ReadFull(connection, received); err != nil {
		return errors.Join(fmt.Errorf("connected, but nothing came back: %w", err), ctx.Err())
	}
	if string(received) != token {
		return errors.New("somebody else answered")
	}
	return nil
}

// answer gives the token to whoever connects.
func answer(listener net.Listener, token string) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return // the listener is closed
		}
		if _, err := io.WriteString(connection, token); err != nil {
			slog.Warn("cannot answer", "to", connection.RemoteAddr(), "reason", err)
		}
		connection.Close()
	}
}
