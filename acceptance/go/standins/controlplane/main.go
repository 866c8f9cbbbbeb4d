// SPDX-License-Identifier: Apache-2.0

// Package controlplane is what stands where Linkerd's control plane has its programs: it is there, and healthy.
package controlplane

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const deadline = 10 * time.Second

// Main answers every request until it is told to stop.
func Main(arguments []string) int {
	flags := flag.NewFlagSet("control-plane", flag.ContinueOnError)
	address := flags.String("addr", ":8086", "where it is served")
	admin := flags.String("admin-addr", ":9996", "where /live and /ready are served")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	fine := http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) { fmt.Fprintln(out, "ok") })
	ended := make(chan error, 2)
	for _, address := range []string{*address, *admin} {
		server := &http.Server{Addr: address, Handler: fine, ReadHeaderTimeout: deadline}
		defer server.Close()
		go func() { ended <- server.ListenAndServe() }()
	}
	select {
	case err := <-ended:
		fmt.Fprintln(os.Stderr, "control-plane:", err)
		return 1
	case <-ctx.Done():
		return 0
	}
}
