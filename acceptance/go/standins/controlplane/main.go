// SPDX-License-Identifier: Apache-2.0

// Package controlplane is what stands where Linkerd's control plane has its programs: it is there, and healthy.
package controlplane

import (
	"context"
	"flag"

	"linkerd-multus/standins/daemon"
)

// Main answers every request until it is told to stop.
func Main(arguments []string) int {
	flags := flag.NewFlagSet("control-plane", flag.ContinueOnError)
	address := flags.String("addr", ":8086", "where it is served")
	admin := flags.String("admin-addr", ":9996", "where /live and /ready are served")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	return daemon.Run("control-plane", func(ctx context.Context) error {
		return daemon.AnswerOK(ctx, *address, *admin)
	})
}
