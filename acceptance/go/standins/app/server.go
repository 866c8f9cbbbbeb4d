// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"linkerd-multus/standins/daemon"
)

const goodbye = 5 * time.Second

// serve answers until it is told to stop, and then those who are being answered.
func serve(ctx context.Context, arguments []string) int {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	address := flags.String("addr", ":8080", "where to serve")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	server := &http.Server{Addr: *address, Handler: http.HandlerFunc(introduce), ReadHeaderTimeout: daemon.HeaderDeadline}
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		last, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		err = server.Shutdown(last)
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		fmt.Fprintln(os.Stderr, "app:", err)
		return 1
	}
	return 0
}

// introduce says who answers, and whom.
func introduce(out http.ResponseWriter, in *http.Request) {
	name, err := os.Hostname()
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	fmt.Fprintf(out, "%s answers as uid %d what came from %s\n", name, os.Getuid(), in.RemoteAddr)
}
