// SPDX-License-Identifier: Apache-2.0

// Package policy is what stands where Linkerd has its policy controller: it makes and claims its Lease as that one does, and ends where it cannot.
package policy

import (
	"context"
	"flag"
	"fmt"
	"os"

	"linkerd-multus/standins/daemon"
	"linkerd-multus/standins/kube"
)

const lease = "policy-controller-write"

// Main has the Lease, and answers probes until it is told to stop.
func Main(arguments []string) int {
	flags := flag.NewFlagSet("policy", flag.ContinueOnError)
	admin := flags.String("admin-addr", ":9990", "where /live and /ready are served")
	namespace := flags.String("control-plane-namespace", "linkerd", "where the Lease and its owner are")
	deployment := flags.String("policy-deployment-name", "linkerd-destination", "who owns the Lease")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	return daemon.Run("policy", func(ctx context.Context) error {
		if err := haveLease(ctx, *namespace, *deployment); err != nil {
			return err
		}
		return daemon.AnswerOK(ctx, *admin)
	})
}

// haveLease takes a refusal for one that is there already, as Linkerd's does, and finds out by reading it. Then it claims it as the same field
// manager without a word of the owner: that takes the owner away, which OpenShift lets no caller do that may not delete the lease.
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
	if err := client.Lease(ctx, namespace, lease); err != nil {
		return err
	}
	return client.ClaimLease(ctx, namespace, lease, os.Getenv("HOSTNAME"))
}
