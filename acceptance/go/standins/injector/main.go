// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"linkerd-multus/standins/kube"
)

const (
	headerDeadline = 10 * time.Second
	goodbye        = 10 * time.Second
)

// Main serves admission until it is told to stop.
func Main(arguments []string) int {
	settings, err := parse(arguments)
	if err != nil {
		fmt.Fprintln(os.Stderr, "injector:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := settings.serve(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "injector:", err)
		return 1
	}
	return 0
}

func (s settings) serve(ctx context.Context) error {
	client, err := kube.InCluster()
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(s.certificate, s.key)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.address)
	if err != nil {
		return err
	}
	admission := &http.Server{Handler: webhook{s, client.Namespace}, ReadHeaderTimeout: headerDeadline}
	admission.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	health := http.NewServeMux()
	fine := func(out http.ResponseWriter, _ *http.Request) { fmt.Fprintln(out, "ok") }
	health.HandleFunc("GET /live", fine)
	health.HandleFunc("GET /ready", fine)
	admin := &http.Server{Addr: s.admin, Handler: health, ReadHeaderTimeout: headerDeadline}

	ended := make(chan error, 2)
	go func() { ended <- admission.ServeTLS(listener, "", "") }()
	go func() { ended <- admin.ListenAndServe() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.Background(), goodbye)
	defer cancel()
	defer admin.Close()
	return admission.Shutdown(last)
}
