// SPDX-License-Identifier: Apache-2.0

// Package daemon is what the parts share that run until they are told to stop.
package daemon

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// HeaderDeadline is how long a client may take to send its headers.
const HeaderDeadline = 10 * time.Second

// Run calls a part with a context that ends with SIGTERM or SIGINT, and returns its exit code. An error
// is printed with the part's name, and is 1.
func Run(name string, part func(context.Context) error) int {
	ctx, stop := UntilStopped()
	defer stop()
	if err := part(ctx); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		return 1
	}
	return 0
}

// UntilStopped returns a context that ends with SIGTERM, with SIGINT, or when the function is called.
func UntilStopped() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
}

// AnswerOK answers every request at these addresses with 200, until the context ends or one of them cannot be served.
func AnswerOK(ctx context.Context, addresses ...string) error {
	ended := make(chan error, len(addresses))
	for _, address := range addresses {
		server := &http.Server{Addr: address, Handler: http.HandlerFunc(OK), ReadHeaderTimeout: HeaderDeadline}
		defer server.Close()
		go func() { ended <- server.ListenAndServe() }()
	}
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil
	}
}

// OK answers a request with 200.
func OK(out http.ResponseWriter, _ *http.Request) {
	fmt.Fprintln(out, "ok")
}
