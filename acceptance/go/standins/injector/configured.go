// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"

	"linkerd-multus/standins/linkerd"
)

// errNoAnswer stands for the nil pointers that Linkerd's injector follows where a whole section is missing: its request
// ends without an answer, and the webhook's failurePolicy decides.
var errNoAnswer = errors.New("a section of the values is missing")

// configured returns the settings that the values ask for, or why no pod is injected with them.
func (s settings) configured(v *values, anchors string) (settings, error) {
	if v == nil {
		return s, nil
	}
	if err := v.check(); err != nil {
		return s, err
	}
	s.version = cmp.Or(v.Proxy.Image.Version, v.LinkerdVersion)
	s.repository = v.Proxy.Image.Name
	s.image = s.repository + ":" + s.version
	s.pullPolicy = cmp.Or(v.Proxy.Image.PullPolicy, v.ImagePullPolicy)
	s.proxyUID, s.proxyGID = v.Proxy.UID, v.Proxy.GID
	s.proxySecurityContext = v.Proxy.SecurityContext
	s.nativeSidecar, s.await = v.Proxy.NativeSidecar, v.Proxy.Await
	s.ports = *v.Proxy.Ports
	s.resources = v.Proxy.Resources.object()
	s.trustAnchors = anchors
	s.environment = v.environment(s.controlPlane, anchors)
	s.validatorUID = v.NetworkValidator.uid(s.validatorUID)
	s.connectAddr = cmp.Or(v.NetworkValidator.ConnectAddr, s.connectAddr)
	s.listenAddr = cmp.Or(v.NetworkValidator.ListenAddr, s.listenAddr)
	s.validatorTimeout = cmp.Or(v.NetworkValidator.Timeout, s.validatorTimeout)
	return s, nil
}

// check says what stops Linkerd's injector, in the order in which it comes upon it.
func (v *values) check() error {
	if v.Proxy == nil || v.Proxy.Image == nil || v.ProxyInit == nil || v.Identity == nil {
		return errNoAnswer
	}
	if v.Proxy.Ports == nil || v.Proxy.Resources == nil || v.Proxy.Metrics == nil || v.NetworkValidator == nil ||
		(v.Proxy.NativeSidecar && v.Proxy.Await && v.Proxy.StartupProbe == nil) {
		return errors.New("the template of the patch fails: nil pointer evaluating a section that is missing")
	}
	if headers := v.Proxy.LogHTTPHeaders; headers != "" && headers != "off" && headers != "insecure" {
		return fmt.Errorf("logHTTPHeaders is %q, and has to be off or insecure", headers)
	}
	for network := range strings.SplitSeq(strings.Trim(v.ClusterNetworks, ","), ",") {
		if _, _, err := net.ParseCIDR(network); err != nil && network != "" {
			return fmt.Errorf("cannot parse clusterNetworks: %w", err)
		}
	}
	if !v.CNIEnabled {
		return errors.New("this stand-in plays cniEnabled: true alone")
	}
	return nil
}

// environment returns the proxy's variables for a pod of which nothing is known.
func (v *values) environment(controlPlane, anchors string) environment {
	outbound := strconv.Itoa(int(v.Proxy.Ports.Outbound))
	all, loopback := "0.0.0.0:", "127.0.0.1:"+outbound
	if !v.DisableIPv6 {
		all, loopback = "[::]:", loopback+",[::1]:"+outbound
	}
	log := v.Proxy.LogLevel
	if v.Proxy.LogHTTPHeaders != "insecure" {
		log += silentHeaders
	}
	trustDomain, services := cmp.Or(v.IdentityTrustDomain, v.ClusterDomain), "."+controlPlane+".svc."+v.ClusterDomain+".:"
	identity := "." + controlPlane + ".serviceaccount.identity." + controlPlane + "." + trustDomain
	variables := environment{
		{"name": "_pod_containerName", "value": linkerd.Proxy},
		{"name": "_l5d_ns", "value": controlPlane},
		{"name": "_l5d_trustdomain", "value": trustDomain},
	}
	for _, field := range fields {
		reference := object{"fieldRef": object{"apiVersion": "v1", "fieldPath": field[1]}}
		variables = append(variables, object{"name": field[0], "valueFrom": reference})
	}
	for _, variable := range slices.Concat(usual, [][2]string{
		{"LOG", log},
		{"LOG_FORMAT", v.Proxy.LogFormat},
		{"DESTINATION_SVC_ADDR", "linkerd-dst-headless" + services + "8086"},
		{"POLICY_SVC_ADDR", "linkerd-policy" + services + "8090"},
		{"IDENTITY_SVC_ADDR", "linkerd-identity-headless" + services + "8080"},
		{"DESTINATION_PROFILE_SUFFIXES", "svc." + v.ClusterDomain + "."},
		{"DESTINATION_PROFILE_NETWORKS", v.ClusterNetworks},
		{"POLICY_CLUSTER_NETWORKS", v.ClusterNetworks},
		{"INBOUND_DEFAULT_POLICY", v.Proxy.DefaultInboundPolicy},
		{"CONTROL_LISTEN_ADDR", all + strconv.Itoa(int(v.Proxy.Ports.Control))},
		{"ADMIN_LISTEN_ADDR", all + strconv.Itoa(int(v.Proxy.Ports.Admin))},
		{"OUTBOUND_LISTEN_ADDR", "127.0.0.1:" + outbound},
		{"OUTBOUND_LISTEN_ADDRS", loopback},
		{"INBOUND_LISTEN_ADDR", all + strconv.Itoa(int(v.Proxy.Ports.Inbound))},
		{"INBOUND_PORTS_DISABLE_PROTOCOL_DETECTION", v.Proxy.OpaquePorts},
		{"IDENTITY_LOCAL_NAME", "$(_pod_sa).$(_pod_ns).serviceaccount.identity." + controlPlane + "." + trustDomain},
		{"IDENTITY_SVC_NAME", "linkerd-identity" + identity},
		{"DESTINATION_SVC_NAME", "linkerd-destination" + identity},
		{"POLICY_SVC_NAME", "linkerd-destination" + identity},
		{"IDENTITY_TRUST_ANCHORS", strings.TrimSpace(anchors) + "\n"},
	}) {
		variables = append(variables, object{"name": linkerd.ProxyVariable + variable[0], "value": variable[1]})
	}
	return append(variables, v.Proxy.AdditionalEnv...)
}

// uid returns what the values say of the validator's, where null leaves it to the platform.
func (n *networkValidator) uid(otherwise string) string {
	security, _ := n.SecurityContext.(map[string]any)
	switch uid, found := security["runAsUser"]; uid := uid.(type) {
	case float64:
		return strconv.FormatInt(int64(uid), 10)
	case nil:
		if found {
			return "none"
		}
	}
	return otherwise
}

func (r *resources) object() object {
	limits, requests := object{}, object{}
	for name, one := range map[string]constraints{"cpu": r.CPU, "memory": r.Memory, "ephemeral-storage": r.EphemeralStorage} {
		if one.Limit != "" {
			limits[name] = one.Limit
		}
		if one.Request != "" {
			requests[name] = one.Request
		}
	}
	return object{"limits": limits, "requests": requests}
}
