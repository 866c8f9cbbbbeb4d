// SPDX-License-Identifier: Apache-2.0

// Command localkube is a whole Kubernetes in one binary: the name that it is called by, or else its
// first argument, chooses the program. One binary links its shared code once, builds three times
// faster than seven, and is one file to place on a node.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	_ "k8s.io/component-base/logs/json/register"          // --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // metrics of API clients
	_ "k8s.io/component-base/metrics/prometheus/version"  // metric kubernetes_build_info
)

func main() {
	program, arguments, ok := choose(os.Args)
	if !ok {
		usage(os.Stderr)
		os.Exit(2)
	}
	os.Args = arguments // most programs read their arguments from there
	os.Exit(program(arguments[1:]))
}

// choose finds the program that a command line asks for, and the command line as that program expects
// it: `etcd --data-dir x` and `localkube etcd --data-dir x` mean the same.
func choose(commandLine []string) (applet, []string, bool) {
	for _, arguments := range [][]string{commandLine, commandLine[min(1, len(commandLine)):]} {
		if len(arguments) == 0 {
			continue
		}
		if found, ok := applets[filepath.Base(arguments[0])]; ok {
			return found, arguments, true
		}
	}
	return nil, nil, false
}

func usage(out io.Writer) {
	names := make([]string, 0, len(applets))
	for name := range applets {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintln(out, "usage: localkube PROGRAM [ARGUMENT]..., or a link of that name; programs:")
	for _, name := range names {
		fmt.Fprintln(out, "  "+name)
	}
}
