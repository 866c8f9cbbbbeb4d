// SPDX-License-Identifier: Apache-2.0

// Package injector plays Linkerd's proxy-injector: the admission webhook that adds the proxy to pods. What it adds
// is what Linkerd adds with cniEnabled, as far as other programs can see it.
package injector

import (
	"strings"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

// sidecars are the containers, and the images, that a pod has when some mesh has been there already.
var (
	sidecars      = map[string]bool{linkerd.Proxy: true, linkerd.Init: true, "istio-proxy": true, "istio-init": true}
	sidecarImages = []string{
		"cr.l5d.io/linkerd/proxy:", "cr.l5d.io/linkerd/proxy-init:", "gcr.io/linkerd-io/proxy:",
		"gcr.io/linkerd-io/proxy-init:", "gcr.io/istio-release/proxyv2:", "gcr.io/istio-release/proxy_init:",
		"docker.io/istio/proxyv2:", "docker.io/istio/proxy_init:",
	}
)

// skip returns why a pod gets no proxy, or the empty text when it gets one.
func skip(pod kube.Pod, namespace kube.Namespace) string {
	if pod.Spec.HostNetwork {
		return "it uses the node's network"
	}
	if hasSidecar(pod.Spec.InitContainers) || hasSidecar(pod.Spec.Containers) {
		return "it has a sidecar already"
	}
	own, ownSet := wish(pod.Metadata.Annotations)
	outer, outerSet := wish(namespace.Metadata.Annotations)
	switch {
	case own == refused || (ownSet && own == unknown):
		return linkerd.Inject + " of the pod says so"
	case outerSet && outer == unknown:
		return linkerd.Inject + " of the namespace is not a word that is known"
	case own == wanted || outer == wanted:
		return ""
	default:
		return linkerd.Inject + " asks for none"
	}
}

type answer int

const (
	unknown answer = iota
	wanted
	refused
)

// wish reads what an object's annotation asks for; an empty value counts as none.
func wish(annotations map[string]string) (answer, bool) {
	switch value := annotations[linkerd.Inject]; value {
	case "enabled", "ingress":
		return wanted, true
	case "disabled":
		return refused, true
	default:
		return unknown, value != ""
	}
}

func hasSidecar(containers []kube.Container) bool {
	for _, container := range containers {
		if sidecars[container.Name] {
			return true
		}
		for _, image := range sidecarImages {
			if strings.HasPrefix(container.Image, image) {
				return true
			}
		}
	}
	return false
}
