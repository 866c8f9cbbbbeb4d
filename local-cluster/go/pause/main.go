// SPDX-License-Identifier: Apache-2.0

// Command pause holds a pod's namespaces: it waits for its end, and for those of processes that are left to
// it when a pod shares its process namespace.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGCHLD)
	for received := range signals {
		if received != syscall.SIGCHLD {
			return
		}
		reap()
	}
}

func reap() {
	for {
		if child, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); child <= 0 && err != syscall.EINTR {
			return
		}
	}
}
