// SPDX-License-Identifier: Apache-2.0

package cniplugin

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
)

// firewall runs the node's iptables in a pod's network namespace.
type firewall struct {
	netns    string
	command  string
	wait     bool
	simulate bool
}

// families returns a firewall for IPv4 and, where it is asked for, one for IPv6.
func (c linkerdConfig) families(netns string) []firewall {
	families := []firewall{{netns, c.program("iptables"), c.UseWaitFlag, c.Simulate}}
	if c.IPv6 {
		families = append(families, firewall{netns, c.program("ip6tables"), c.UseWaitFlag, c.Simulate})
	}
	return families
}

// program returns the command of the configured mode, or the next that the node has.
func (c linkerdConfig) program(name string) string {
	nft, plain, legacy := name+"-nft", name, name+"-legacy"
	candidates := []string{legacy}
	switch c.IptablesMode {
	case "nft":
		candidates = []string{nft, plain, legacy}
	case "plain":
		candidates = []string{plain, legacy}
	}
	for _, candidate := range candidates {
		if _, err := exec.LookPath(candidate); err == nil {
			return candidate
		}
	}
	return candidates[0]
}

// set applies rules once: a namespace that has them is left as it is.
func (f firewall) set(ctx context.Context, rules [][]string) error {
	present, err := f.run(ctx, f.command+"-save", "-t", "nat")
	if err != nil {
		return err
	}
	for _, chain := range []string{redirectChain, outputChain} {
		if strings.Contains(present, "\n:"+chain+" ") {
			slog.Info("rules are there already", "netns", f.netns, "chain", chain)
			return nil
		}
	}
	for _, rule := range rules {
		arguments := append([]string{"-t", "nat"}, rule...)
		if f.wait {
			arguments = append([]string{"-w"}, arguments...)
		}
		if _, err := f.run(ctx, f.command, arguments...); err != nil {
			return err
		}
	}
	return nil
}

// run enters the namespace as Linkerd's plugin does, by a program that the node has.
func (f firewall) run(ctx context.Context, command string, arguments ...string) (string, error) {
	line := append([]string{"--net=" + f.netns, "--", command}, arguments...)
	slog.Debug("running", "command", "nsenter", "arguments", line, "simulated", f.simulate)
	if f.simulate {
		return "", nil
	}
	output, err := exec.CommandContext(ctx, "nsenter", line...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("nsenter %s: %w: %s", strings.Join(line, " "), err, strings.TrimSpace(string(output)))
	}
	return string(output), nil
}
