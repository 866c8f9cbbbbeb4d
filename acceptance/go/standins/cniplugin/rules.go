// SPDX-License-Identifier: Apache-2.0

package cniplugin

import (
	"log/slog"
	"strconv"
	"strings"
)

const (
	redirectChain = "PROXY_INIT_REDIRECT"
	outputChain   = "PROXY_INIT_OUTPUT"
	// portsPerRule is how many ports the multiport match takes; a range counts twice.
	portsPerRule = 15
)

// rules returns the arguments of the commands that set up table nat, in their order. Each chain is complete before
// anything jumps to it.
func (c linkerdConfig) rules() [][]string {
	rules := [][]string{{"-N", redirectChain}}
	rules = append(rules, ignorePorts(redirectChain, c.InboundPortsToIgnore)...)
	for _, subnet := range c.SubnetsToIgnore {
		rules = append(rules, rule(redirectChain, "ignore-subnet-"+subnet, "-p", "all", "-j", "RETURN", "-s", subnet))
	}
	rules = append(rules, c.redirectInbound()...)
	rules = append(rules,
		rule("PREROUTING", "install-proxy-init-prerouting", "-j", redirectChain),
		[]string{"-N", outputChain})
	if c.ProxyUID > 0 {
		rules = append(rules, rule(outputChain, "ignore-proxy-user-id",
			"-m", "owner", "--uid-owner", strconv.Itoa(c.ProxyUID), "-j", "RETURN"))
	}
	if c.ProxyGID > 0 {
		rules = append(rules, rule(outputChain, "ignore-proxy-group-id",
			"-m", "owner", "--gid-owner", strconv.Itoa(c.ProxyGID), "-j", "RETURN"))
	}
	rules = append(rules, rule(outputChain, "ignore-loopback", "-o", "lo", "-j", "RETURN"))
	rules = append(rules, ignorePorts(outputChain, c.OutboundPortsToIgnore)...)
	return append(rules,
		rule(outputChain, "redirect-all-outgoing-to-proxy-port",
			"-p", "tcp", "-j", "REDIRECT", "--to-port", strconv.Itoa(c.OutgoingProxyPort)),
		rule("OUTPUT", "install-proxy-init-output", "-j", outputChain))
}

// redirectInbound redirects the ports that are listed, or all when none is.
func (c linkerdConfig) redirectInbound() [][]string {
	proxy := strconv.Itoa(c.IncomingProxyPort)
	if len(c.PortsToRedirect) == 0 {
		return [][]string{rule(redirectChain, "redirect-all-incoming-to-proxy-port", "-p", "tcp", "-j", "REDIRECT", "--to-port", proxy)}
	}
	var rules [][]string
	for _, port := range c.PortsToRedirect {
		text := strconv.Itoa(port)
		rules = append(rules, rule(redirectChain, "redirect-port-"+text+"-to-proxy-port",
			"-p", "tcp", "--destination-port", text, "-j", "REDIRECT", "--to-port", proxy))
	}
	return rules
}

func ignorePorts(chain string, ports []string) [][]string {
	var rules [][]string
	for _, group := range groupPorts(ports) {
		rules = append(rules, rule(chain, "ignore-port-"+strings.Join(group, ","),
			"-p", "tcp", "--match", "multiport", "--dports", strings.Join(group, ","), "-j", "RETURN"))
	}
	return rules
}

// groupPorts divides ports and ranges among as few rules as can hold them. What is neither is left out, as Linkerd
// does.
func groupPorts(ports []string) [][]string {
	var groups [][]string
	room := 0
	for _, port := range ports {
		first, last, isRange := strings.Cut(port, "-")
		text, needs := first, 1
		if isRange {
			text, needs = first+":"+last, 2
		}
		if !isPort(first) || (isRange && !isPort(last)) {
			slog.Warn("left out what is neither a port nor a range", "port", port)
			continue
		}
		if needs > room {
			groups, room = append(groups, nil), portsPerRule
		}
		room -= needs
		groups[len(groups)-1] = append(groups[len(groups)-1], text)
	}
	return groups
}

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

func rule(chain, comment string, match ...string) []string {
	return append([]string{"-A", chain}, append(match, "-m", "comment", "--comment", "proxy-init/"+comment)...)
}
