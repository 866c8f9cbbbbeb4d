// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"linkerd-multus/standins/daemon"
	"linkerd-multus/standins/kube"
)

const goodbye = 10 * time.Second

// Main serves admission until it is told to stop.
func Main(arguments []string) int {
	settings, err := parse(arguments)
	if err != nil {
		fmt.Fprintln(os.Stderr, "injector:", err)
		return 2
	}
	return daemon.Run("injector", settings.serve)
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
	admission := &http.Server{Handler: webhook{s, client.Namespace}, ReadHeaderTimeout: daemon.HeaderDeadline}
	admission.TLSConfig = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}
	health := http.NewServeMux()
	health.HandleFunc("GET /live", daemon.OK)
	health.HandleFunc("GET /ready", daemon.OK)
	admin := &http.Server{Addr: s.admin, Handler: health, ReadHeaderTimeout: daemon.HeaderDeadline}

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
