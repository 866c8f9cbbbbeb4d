// SPDX-License-Identifier: Apache-2.0

// Package app is the application that gets meshed: a server that says who answers, and its client.
package app

import (
	"fmt"
	"os"

	"linkerd-multus/standins/daemon"
)

const usage = `usage: app serve [--addr :8080]                  answer every request with this pod's name and uid
       app get [--timeout 5s] URL                request once, print the answer; exit code 1 unless it is 2xx
       app call [--every 2s] [--timeout 5s] URL  request again and again, and print how each went
`

// Main runs one of the commands.
func Main(arguments []string) int {
	if len(arguments) == 0 {
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
	ctx, stop := daemon.UntilStopped()
	defer stop()
	switch arguments[0] {
	case "serve":
		return serve(ctx, arguments[1:])
	case "get":
		return get(ctx, arguments[1:])
	case "call":
		return call(ctx, arguments[1:])
	default:
		fmt.Fprint(os.Stderr, usage)
		return 2
	}
}
