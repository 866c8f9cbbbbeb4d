// SPDX-License-Identifier: Apache-2.0

// Package linkerd holds the names that Linkerd's parts agree on.
package linkerd

import "maps"

const (
	// Inject is the annotation that asks for a proxy, on pods and namespaces.
	Inject = "linkerd.io/inject"
	// CreatedBy, ProxyVersion and TrustRoot are annotations of every injected pod.
	CreatedBy    = "linkerd.io/created-by"
	ProxyVersion = "linkerd.io/proxy-version"
	TrustRoot    = "linkerd.io/trust-root-sha256"
	// ControlPlaneNamespace and WorkloadNamespace are labels of every injected pod; ProxyOwner begins the
	// label that names the pod's owner.
	ControlPlaneNamespace = "linkerd.io/control-plane-ns"
	WorkloadNamespace     = "linkerd.io/workload-ns"
	ProxyOwner            = "linkerd.io/proxy-"
	// ControlPlaneComponent is a label of the control plane's own pods.
	ControlPlaneComponent = "linkerd.io/control-plane-component"

	// Config begins the annotations that configure a proxy.
	Config            = "config.linkerd.io/"
	ConfigAlpha       = "config.alpha.linkerd.io/"
	ConfigBeta        = "config.beta.linkerd.io/"
	ProxyUID          = Config + "proxy-uid"
	ProxyGID          = Config + "proxy-gid"
	ProxyAwait        = Config + "proxy-await"
	ProxyImage        = Config + "proxy-image"
	ProxyVersionWish  = Config + "proxy-version"
	NativeSidecar     = "proxy-enable-native-sidecar"
	SkipInboundPorts  = Config + "skip-inbound-ports"
	SkipOutboundPorts = Config + "skip-outbound-ports"
	SkipSubnets       = Config + "skip-subnets"

	// Proxy, Validator and Init are containers.
	Proxy     = "linkerd-proxy"
	Validator = "linkerd-network-validator"
	Init      = "linkerd-init"

	// ProxyVariable begins the names of the proxy's variables.
	ProxyVariable = "LINKERD2_PROXY_"

	// KubeconfigContext is the context that the CNI plugin uses, whatever the current one is.
	KubeconfigContext = "linkerd-cni-context"

	// DefaultProxyUID and DefaultValidatorUID are what Linkerd's chart gives them.
	DefaultProxyUID     = 2102
	DefaultValidatorUID = 65534
)

// inherited are the annotations, after Config, that a pod gets from its namespace.
var inherited = []string{
	"access-log", "admin-port", "control-port", "default-inbound-policy", "enable-debug-sidecar",
	"enable-external-profiles", "image-pull-policy", "inbound-port", "opaque-ports", "outbound-port",
	"pod-inbound-ports", "proxy-additional-env", "proxy-admin-shutdown", "proxy-await", "proxy-cpu-limit",
	"proxy-cpu-request", "proxy-disable-inbound-protocol-detect-timeout",
	"proxy-disable-outbound-protocol-detect-timeout", "proxy-enable-native-sidecar",
	"proxy-ephemeral-storage-limit", "proxy-ephemeral-storage-request", "proxy-gid", "proxy-image",
	"proxy-inbound-connect-timeout", "proxy-inbound-discovery-cache-unused-timeout", "proxy-log-format",
	"proxy-log-http-headers", "proxy-log-level", "proxy-memory-limit", "proxy-memory-request",
	"proxy-metrics-hostname-labels", "proxy-outbound-connect-timeout",
	"proxy-outbound-discovery-cache-unused-timeout", "proxy-require-identity-inbound-ports", "proxy-uid",
	"proxy-version", "shutdown-grace-period", "skip-inbound-ports", "skip-outbound-ports", "skip-subnets",
}

// Inherited returns the annotations that a pod gets from its namespace at injection: those that it has no
// value of its own for, where an empty one counts as a value.
func Inherited(pod, namespace map[string]string) map[string]string {
	keys := []string{Inject, ConfigAlpha + "proxy-wait-before-exit-seconds", ConfigAlpha + NativeSidecar}
	for _, name := range inherited {
		keys = append(keys, Config+name)
	}
	taken := map[string]string{}
	for _, key := range keys {
		value, found := namespace[key]
		if _, own := pod[key]; found && !own {
			taken[key] = value
		}
	}
	return taken
}

// WithInherited returns a pod's annotations as they are once it has those that it inherits.
func WithInherited(pod, namespace map[string]string) map[string]string {
	all := Inherited(pod, namespace)
	maps.Copy(all, pod)
	return all
}
