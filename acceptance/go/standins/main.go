// SPDX-License-Identifier: Apache-2.0

// Command standins plays the parts of Linkerd that linkerd-multus meets, and the applications that are
// meshed. The name that it is called by, or else its first argument, chooses the part.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"linkerd-multus/standins/app"
	"linkerd-multus/standins/cniplugin"
	"linkerd-multus/standins/controlplane"
	"linkerd-multus/standins/copyfile"
	"linkerd-multus/standins/injector"
	"linkerd-multus/standins/policy"
	"linkerd-multus/standins/proxy"
	"linkerd-multus/standins/validator"
)

// parts holds every program by the name that calls it. Each gets the arguments after its name and returns
// its exit code.
var parts = map[string]func(arguments []string) int{
	"app":               app.Main,
	"await":             proxy.Await,
	"control-plane":     controlplane.Main,
	"cp":                copyfile.Main,
	"injector":          injector.Main,
	"linkerd-cni":       cniplugin.Main,
	"network-validator": validator.Main,
	"policy":            policy.Main,
	"proxy":             proxy.Main,
}

func main() {
	for _, arguments := range [][]string{os.Args, os.Args[min(1, len(os.Args)):]} {
		if len(arguments) == 0 {
			continue
		}
		if part, ok := parts[filepath.Base(arguments[0])]; ok {
			os.Exit(part(arguments[1:]))
		}
	}
	usage(os.Stderr)
	os.Exit(2)
}

func usage(out io.Writer) {
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintln(out, "usage: standins PART [ARGUMENT]..., or a link of that name; parts:")
	for _, name := range names {
		fmt.Fprintln(out, "  "+name)
	}
}
