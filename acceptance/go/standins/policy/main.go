// SPDX-License-Identifier: Apache-2.0

// Package policy is what stands where Linkerd has its policy controller: it makes its Lease as that one does, and ends where there is none.
package policy

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"linkerd-multus/standins/kube"
)

const (
	deadline = 10 * time.Second
	lease    = "policy-controller-write"
)

// Main has the Lease, and answers probes until it is told to stop.
func Main(arguments []string) int {
	flags := flag.NewFlagSet("policy", flag.ContinueOnError)
	admin := flags.String("admin-addr", ":9990", "where /live and /ready are served")
	namespace := flags.String("control-plane-namespace", "linkerd", "where the Lease and its owner are")
	deployment := flags.String("policy-deployment-name", "linkerd-destination", "who owns the Lease")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := haveLease(ctx, *namespace, *deployment); err != nil {
		fmt.Fprintln(os.Stderr, "policy:", err)
		return 1
	}
	fine := http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) { fmt.Fprintln(out, "ok") })
	server := &http.Server{Addr: *admin, Handler: fine, ReadHeaderTimeout: deadline}
	defer server.Close()
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe() }()
	select {
	case err := <-ended:
		fmt.Fprintln(os.Stderr, "policy:", err)
		return 1
	case <-ctx.Done():
		return 0
	}
}

// haveLease takes a refusal for one that is there already, as Linkerd's does, and finds out by reading it.
func haveLease(ctx context.Context, namespace, deployment string) error {
	client, err := kube.InCluster()
	if err != nil {
		return err
	}
	owner, err := client.Deployment(ctx, namespace, deployment)
	if err != nil {
		return err
	}
	refusal := client.CreateLease(ctx, namespace, lease, owner.Metadata)
	if refusal != nil {
		fmt.Fprintln(os.Stderr, "policy: Lease already exists, no need to create it:", refusal)
	}
	return client.Lease(ctx, namespace, lease)
}
