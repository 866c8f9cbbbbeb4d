// SPDX-License-Identifier: Apache-2.0

package cniplugin

import (
	"slices"
	"strings"
	"testing"
)

func TestWritesTheRulesInLinkerdsOrder(t *testing.T) {
	config := linkerdConfig{
		IncomingProxyPort: 4143, OutgoingProxyPort: 4140, ProxyUID: 1000669999, ProxyGID: 5,
		InboundPortsToIgnore: []string{"4191", "4190"}, OutboundPortsToIgnore: []string{"443", "5000-5010"},
		SubnetsToIgnore: []string{"198.18.0.0/24"},
	}
	want := []string{
		"-N PROXY_INIT_REDIRECT",
		"-A PROXY_INIT_REDIRECT -p tcp --match multiport --dports 4191,4190 -j RETURN",
		"-A PROXY_INIT_REDIRECT -p all -j RETURN -s 198.18.0.0/24",
		"-A PROXY_INIT_REDIRECT -p tcp -j REDIRECT --to-port 4143",
		"-A PREROUTING -j PROXY_INIT_REDIRECT",
		"-N PROXY_INIT_OUTPUT",
		"-A PROXY_INIT_OUTPUT -m owner --uid-owner 1000669999 -j RETURN",
		"-A PROXY_INIT_OUTPUT -m owner --gid-owner 5 -j RETURN",
		"-A PROXY_INIT_OUTPUT -o lo -j RETURN",
		"-A PROXY_INIT_OUTPUT -p tcp --match multiport --dports 443,5000:5010 -j RETURN",
		"-A PROXY_INIT_OUTPUT -p tcp -j REDIRECT --to-port 4140",
		"-A OUTPUT -j PROXY_INIT_OUTPUT",
	}
	if got := withoutComments(config.rules()); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRedirectsTheListedPortsAlone(t *testing.T) {
	got := withoutComments(linkerdConfig{IncomingProxyPort: 4143, PortsToRedirect: []int{80, 8080}}.rules())
	for _, want := range []string{
		"-A PROXY_INIT_REDIRECT -p tcp --destination-port 80 -j REDIRECT --to-port 4143",
		"-A PROXY_INIT_REDIRECT -p tcp --destination-port 8080 -j REDIRECT --to-port 4143",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, strings.Join(got, "\n"))
		}
	}
	for _, rule := range got {
		if strings.Contains(rule, "owner") {
			t.Errorf("a rule for no uid: %s", rule)
		}
	}
}

func TestDividesPortsAmongRules(t *testing.T) {
	cases := map[string][]int{
		"":                                       nil,
		"80":                                     {1},
		"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15":    {15},
		"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16": {15, 1},
		"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15-16": {14, 1},
		"80,http,70000,9-x,-1":                   {1},
	}
	for ports, want := range cases {
		var got []int
		for _, group := range groupPorts(list(ports)) {
			got = append(got, len(group))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v ports in the rules, want %v", ports, got, want)
		}
	}
}

func withoutComments(rules [][]string) []string {
	var lines []string
	for _, rule := range rules {
		line, _, _ := strings.Cut(strings.Join(rule, " "), " -m comment")
		lines = append(lines, line)
	}
	return lines
}
