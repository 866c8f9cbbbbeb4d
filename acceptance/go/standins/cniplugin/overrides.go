// SPDX-License-Identifier: Apache-2.0

package cniplugin

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

// meshed tells whether a pod has a proxy whose traffic nobody else redirects.
func meshed(pod kube.Pod) bool {
	found := false
	for _, container := range pod.Spec.InitContainers {
		if container.Name == linkerd.Init {
			return false
		}
		found = found || container.Name == linkerd.Proxy
	}
	for _, container := range pod.Spec.Containers {
		found = found || container.Name == linkerd.Proxy
	}
	return found
}

// override returns the configuration as the pod's annotations, or else its namespace's, want it.
func (c linkerdConfig) override(pod, namespace map[string]string) (linkerdConfig, error) {
	find := func(key string) (string, bool) {
		if value := pod[key]; value != "" {
			return value, true
		}
		value := namespace[key]
		return value, value != ""
	}
	if ports, found := find(linkerd.SkipOutboundPorts); found {
		c.OutboundPortsToIgnore = list(ports)
	}
	if ports, found := find(linkerd.SkipInboundPorts); found {
		c.InboundPortsToIgnore = append(c.InboundPortsToIgnore[:len(c.InboundPortsToIgnore):len(c.InboundPortsToIgnore)], list(ports)...)
	}
	if subnets, found := find(linkerd.SkipSubnets); found {
		c.SubnetsToIgnore = list(subnets)
	}
	for key, field := range map[string]*int{linkerd.ProxyUID: &c.ProxyUID, linkerd.ProxyGID: &c.ProxyGID} {
		text, found := find(key)
		if !found {
			continue
		}
		number, err := strconv.Atoi(text)
		if err != nil {
			return c, fmt.Errorf("annotation %s: %w", key, err)
		}
		*field = number
	}
	return c, nil
}

// apiServerPorts returns what control plane pods reach the API server at, by its service and behind it.
func apiServerPorts(service kube.Service) []string {
	var ports []string
	for _, port := range service.Spec.Ports {
		ports = append(ports, strconv.Itoa(port.Port))
		var target int // may be a name as well
		if json.Unmarshal(port.TargetPort, &target) == nil && target != port.Port && target != 0 {
			ports = append(ports, strconv.Itoa(target))
		}
	}
	return ports
}

func list(text string) []string {
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
