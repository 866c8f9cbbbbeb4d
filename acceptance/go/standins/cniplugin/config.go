// SPDX-License-Identifier: Apache-2.0

// Package cniplugin plays linkerd-cni: the CNI plugin that redirects a meshed pod's traffic to its proxy. Its
// configuration, what it reads of the pod, and the rules that it leaves behind are those of Linkerd's plugin.
package cniplugin

import (
	"encoding/json"
	"fmt"

	"github.com/containernetworking/cni/pkg/types"
	"github.com/containernetworking/cni/pkg/version"
)

// config is what the plugin reads of its network configuration.
type config struct {
	types.NetConf
	LogLevel   string        `json:"log_level"`
	Linkerd    linkerdConfig `json:"linkerd"`
	Kubernetes struct {
		Kubeconfig string `json:"kubeconfig"`
	} `json:"kubernetes"`
}

type linkerdConfig struct {
	IncomingProxyPort     int      `json:"incoming-proxy-port"`
	OutgoingProxyPort     int      `json:"outgoing-proxy-port"`
	ProxyUID              int      `json:"proxy-uid"`
	ProxyGID              int      `json:"proxy-gid"`
	PortsToRedirect       []int    `json:"ports-to-redirect"`
	InboundPortsToIgnore  []string `json:"inbound-ports-to-ignore"`
	OutboundPortsToIgnore []string `json:"outbound-ports-to-ignore"`
	SubnetsToIgnore       []string `json:"subnets-to-ignore"`
	Simulate              bool     `json:"simulate"`
	UseWaitFlag           bool     `json:"use-wait-flag"`
	IptablesMode          string   `json:"iptables-mode"`
	IPv6                  bool     `json:"ipv6"`
}

// readConfig reads what the runtime sends, with the result of the plugins before this one, if there is one.
func readConfig(stdin []byte) (config, error) {
	var read config
	if err := json.Unmarshal(stdin, &read); err != nil {
		return read, fmt.Errorf("cannot read the network configuration: %w", err)
	}
	if read.RawPrevResult != nil {
		if err := version.ParsePrevResult(&read.NetConf); err != nil {
			return read, fmt.Errorf("cannot read prevResult: %w", err)
		}
	}
	return read, nil
}
