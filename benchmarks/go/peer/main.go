// SPDX-License-Identifier: Apache-2.0

// Command peer is what linkerd-multus' webhook is measured against: the same answers, written as such webhooks usually
// are, with controller-runtime and a typed pod.
package main

import (
	"flag"
	"fmt"
	"os"

	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

func main() {
	port := flag.Int("port", 0, "where to serve, on loopback")
	certificates := flag.String("certificates", "", "folder of tls.crt and tls.key")
	proxy := flag.Int64("proxy-uid", 0, "user id of the proxy")
	validator := flag.Int64("validator-uid", 0, "user id of the network validator")
	flag.Parse()
	ctrl.SetLogger(zap.New())
	if err := serve(*port, *certificates, attacher{proxy: *proxy, validator: *validator}); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func serve(port int, certificates string, handler admission.Handler) error {
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: port, CertDir: certificates})
	server.Register("/mutate/pods", &admission.Webhook{Handler: handler})
	return server.Start(ctrl.SetupSignalHandler())
}
