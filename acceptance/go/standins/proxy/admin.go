// SPDX-License-Identifier: Apache-2.0

package proxy

import (
	"fmt"
	"net/http"
	"sync/atomic"
)

// admin is the proxy's own HTTP server.
type admin struct {
	directions []*direction
	ready      *atomic.Bool
	shutdown   func()
}

func (a admin) handler() http.Handler {
	paths := http.NewServeMux()
	paths.HandleFunc("GET /live", func(out http.ResponseWriter, _ *http.Request) { fmt.Fprintln(out, "live") })
	paths.HandleFunc("GET /ready", func(out http.ResponseWriter, _ *http.Request) {
		if !a.ready.Load() {
			http.Error(out, "not listening", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(out, "ready")
	})
	paths.HandleFunc("GET /metrics", a.metrics)
	paths.HandleFunc("POST /shutdown", func(http.ResponseWriter, *http.Request) { a.shutdown() })
	return paths
}

func (a admin) metrics(out http.ResponseWriter, _ *http.Request) {
	out.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, metric := range []struct {
		name, kind, help string
		value            func(*direction) int64
	}{
		{"request_total", "counter", "HTTP/1 requests.", func(d *direction) int64 { return d.requests.Load() }},
		{"tcp_open_total", "counter", "Connections that were forwarded.", func(d *direction) int64 { return d.opened.Load() }},
		{"tcp_open_connections", "gauge", "Connections that are being forwarded.", func(d *direction) int64 { return d.open.Load() }},
		{"tcp_refused_total", "counter", "Connections without a destination.", func(d *direction) int64 { return d.refused.Load() }},
	} {
		fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", metric.name, metric.help, metric.name, metric.kind)
		for _, direction := range a.directions {
			fmt.Fprintf(out, "%s{direction=%q} %d\n", metric.name, direction.name, metric.value(direction))
		}
	}
}
