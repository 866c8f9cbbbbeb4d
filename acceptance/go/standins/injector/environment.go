// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

// silentHeaders follow each log level, but where the values want headers to be logged.
const silentHeaders = ",[{headers}]=off,[{request}]=off"

// environment are the proxy's variables, in their order.
type environment []object

// fields are variables that refer to the pod.
var fields = [][2]string{
	{"_pod_name", "metadata.name"}, {"_pod_ns", "metadata.namespace"}, {"_pod_uid", "metadata.uid"},
	{"_pod_ip", "status.podIP"}, {"_pod_nodeName", "spec.nodeName"}, {"_pod_sa", "spec.serviceAccountName"},
	{linkerd.ProxyVariable + "INBOUND_IPS", "status.podIPs"},
}

// usual are variables that Linkerd's default values give, and that these values do not change.
var usual = [][2]string{
	{"CORES", "1"}, {"CORES_MIN", "1"}, {"SHUTDOWN_ENDPOINT_ENABLED", "false"},
	{"POLICY_WORKLOAD", `{"ns":"$(_pod_ns)", "pod":"$(_pod_name)"}`},
	{"DESTINATION_CONTEXT", `{"ns":"$(_pod_ns)", "nodeName":"$(_pod_nodeName)", "pod":"$(_pod_name)"}`},
	{"CONTROL_STREAM_INITIAL_TIMEOUT", "3s"}, {"CONTROL_STREAM_IDLE_TIMEOUT", "5m"}, {"CONTROL_STREAM_LIFETIME", "1h"},
	{"INBOUND_CONNECT_TIMEOUT", "100ms"}, {"OUTBOUND_CONNECT_TIMEOUT", "1000ms"},
	{"OUTBOUND_DISCOVERY_IDLE_TIMEOUT", "5s"}, {"INBOUND_DISCOVERY_IDLE_TIMEOUT", "90s"},
	{"INBOUND_ACCEPT_KEEPALIVE", "10000ms"}, {"OUTBOUND_CONNECT_KEEPALIVE", "10000ms"},
	{"INBOUND_ACCEPT_USER_TIMEOUT", "30s"}, {"OUTBOUND_CONNECT_USER_TIMEOUT", "30s"},
	{"OUTBOUND_METRICS_HOSTNAME_LABELS", "false"},
	{"INBOUND_SERVER_HTTP2_KEEP_ALIVE_INTERVAL", "10s"}, {"INBOUND_SERVER_HTTP2_KEEP_ALIVE_TIMEOUT", "3s"},
	{"OUTBOUND_SERVER_HTTP2_KEEP_ALIVE_INTERVAL", "10s"}, {"OUTBOUND_SERVER_HTTP2_KEEP_ALIVE_TIMEOUT", "3s"},
	{"IDENTITY_DIR", endEntityPath}, {"IDENTITY_TOKEN_FILE", tokenPath + "/" + identityToken},
}

// overrides are variables that an annotation sets as it is written.
var overrides = map[string]string{
	"opaque-ports":                         "INBOUND_PORTS_DISABLE_PROTOCOL_DETECTION",
	"default-inbound-policy":               "INBOUND_DEFAULT_POLICY",
	"proxy-require-identity-inbound-ports": "INBOUND_PORTS_REQUIRE_IDENTITY",
	"access-log":                           "ACCESS_LOG",
	"proxy-log-format":                     "LOG_FORMAT",
}

// durations are variables that an annotation sets, in milliseconds.
var durations = map[string]string{
	"shutdown-grace-period":          "SHUTDOWN_GRACE_PERIOD",
	"proxy-outbound-connect-timeout": "OUTBOUND_CONNECT_TIMEOUT",
	"proxy-inbound-connect-timeout":  "INBOUND_CONNECT_TIMEOUT",
}

// of returns the variables for a pod with these annotations, its namespace's among them.
func (e environment) of(pod kube.Pod, annotations map[string]string) environment {
	own := slices.Clone(e)
	own.set("INBOUND_PORTS", inboundPorts(pod))
	if level := annotations[linkerd.Config+"proxy-log-level"]; level != "" {
		own.set("LOG", level+silentHeaders)
	}
	if cores, ok := cores(annotations[linkerd.Config+"proxy-cpu-limit"]); ok {
		own.set("CORES_MAX", cores)
	}
	for annotation, name := range overrides {
		if value := annotations[linkerd.Config+annotation]; value != "" {
			own.set(name, value)
		}
	}
	for annotation, name := range durations {
		if length, err := time.ParseDuration(annotations[linkerd.Config+annotation]); err == nil {
			own.set(name, strconv.FormatInt(length.Milliseconds(), 10)+"ms")
		}
	}
	return own
}

func (e *environment) set(name, value string) {
	variable := object{"name": linkerd.ProxyVariable + name, "value": value}
	at := slices.IndexFunc(*e, func(one object) bool { return one["name"] == variable["name"] })
	if at < 0 {
		*e = append(*e, variable)
		return
	}
	(*e)[at] = variable
}

// inboundPorts are those that containers and init containers declare, of any protocol, and those that the readiness and liveness
// probes of containers ask for by HTTP and by number; sorted, each once. Of none Linkerd's own says null.
func inboundPorts(pod kube.Pod) string {
	var ports []int
	for _, container := range slices.Concat(pod.Spec.Containers, pod.Spec.InitContainers) {
		for _, port := range container.Ports {
			ports = append(ports, port.ContainerPort)
		}
	}
	for _, container := range pod.Spec.Containers {
		for _, probe := range []*kube.Probe{container.LivenessProbe, container.ReadinessProbe} {
			var port int
			if probe != nil && probe.HTTPGet != nil && json.Unmarshal(probe.HTTPGet.Port, &port) == nil {
				ports = append(ports, port)
			}
		}
	}
	slices.Sort(ports)
	var texts []string
	for _, port := range slices.Compact(ports) {
		texts = append(texts, strconv.Itoa(port))
	}
	return cmp.Or(strings.Join(texts, ","), "null")
}

// cores are whole ones, and more rather than fewer.
func cores(limit string) (string, bool) {
	text, thousandths := strings.CutSuffix(limit, "m")
	amount, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return "", false
	}
	if thousandths {
		amount /= 1000
	}
	return strconv.Itoa(int(math.Ceil(amount))), true
}

// resourcesOf has what the annotations ask for in the place of what the values do.
func (s settings) resourcesOf(annotations map[string]string) object {
	all := object{}
	for list, suffix := range map[string]string{"limits": "-limit", "requests": "-request"} {
		amounts := object{}
		if known, ok := s.resources[list].(object); ok {
			for name, amount := range known {
				amounts[name] = amount
			}
		}
		for _, name := range []string{"cpu", "memory", "ephemeral-storage"} {
			if asked := annotations[linkerd.Config+"proxy-"+name+suffix]; asked != "" {
				amounts[name] = asked
			}
		}
		if len(amounts) > 0 || s.resources[list] != nil {
			all[list] = amounts
		}
	}
	return all
}
