// SPDX-License-Identifier: Apache-2.0

// Supervise runs a cluster of nodes in namespaces of its own, and leaves nothing of it behind.
//
// Two processes do it. The outer one is in the machine's namespaces: it holds the listener, and clears away what is left
// when the inner one has ended. The inner one is pid 1 of the cluster's own pid namespace: when it ends, for whatever
// reason, the kernel ends everything in it, and with the last process go mounts, links and namespaces. When it is the
// outer one that ends, the inner one clears away and ends as well.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

const usage = `usage: supervise run SPEC        run the cluster until SIGTERM, or until stdin ends ("detach" on stdin: until SIGTERM)
       supervise down STATE      end the cluster of this state folder, and clear away what is left of it
       supervise alive STATE     exit 0 when the cluster of this state folder has a supervisor, else 1
`

func init() {
	// Signals on the death of a parent are tied to the thread that started the child: it has to be one that stays.
	runtime.LockOSThread()
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	var err error
	switch os.Args[1] {
	case "run":
		err = runOuter(os.Args[2])
	case "inner":
		err = runInner(os.Args[2])
	case "node":
		err = runNode(os.Args[2])
	case "down":
		err = down(os.Args[2])
	case "alive":
		err = alive(os.Args[2])
	default:
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	if err != nil {
		if !errors.Is(err, errNotAlive) {
			fmt.Fprintln(os.Stderr, "supervise "+os.Args[1]+":", err)
		}
		os.Exit(1)
	}
}
