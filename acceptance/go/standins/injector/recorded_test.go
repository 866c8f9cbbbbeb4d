// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"linkerd-multus/standins/linkerd"
)

// recorded are variables that Linkerd's own injector, edge-26.8.3, gave a pod with a container of port 8080, and did not without.
const recorded = `_l5d_ns _l5d_trustdomain _pod_containerName _pod_ip _pod_name _pod_nodeName _pod_ns _pod_sa _pod_uid
	ADMIN_LISTEN_ADDR CONTROL_LISTEN_ADDR CONTROL_STREAM_IDLE_TIMEOUT CONTROL_STREAM_INITIAL_TIMEOUT CONTROL_STREAM_LIFETIME CORES
	CORES_MIN DESTINATION_CONTEXT DESTINATION_PROFILE_NETWORKS DESTINATION_PROFILE_SUFFIXES DESTINATION_SVC_ADDR DESTINATION_SVC_NAME
	IDENTITY_DIR IDENTITY_LOCAL_NAME IDENTITY_SVC_ADDR IDENTITY_SVC_NAME IDENTITY_TOKEN_FILE IDENTITY_TRUST_ANCHORS
	INBOUND_ACCEPT_KEEPALIVE INBOUND_ACCEPT_USER_TIMEOUT INBOUND_CONNECT_TIMEOUT INBOUND_DEFAULT_POLICY INBOUND_DISCOVERY_IDLE_TIMEOUT
	INBOUND_IPS INBOUND_LISTEN_ADDR INBOUND_PORTS INBOUND_PORTS_DISABLE_PROTOCOL_DETECTION INBOUND_SERVER_HTTP2_KEEP_ALIVE_INTERVAL
	INBOUND_SERVER_HTTP2_KEEP_ALIVE_TIMEOUT LOG LOG_FORMAT OUTBOUND_CONNECT_KEEPALIVE OUTBOUND_CONNECT_TIMEOUT
	OUTBOUND_CONNECT_USER_TIMEOUT OUTBOUND_DISCOVERY_IDLE_TIMEOUT OUTBOUND_LISTEN_ADDR OUTBOUND_LISTEN_ADDRS
	OUTBOUND_METRICS_HOSTNAME_LABELS OUTBOUND_SERVER_HTTP2_KEEP_ALIVE_INTERVAL OUTBOUND_SERVER_HTTP2_KEEP_ALIVE_TIMEOUT
	POLICY_CLUSTER_NETWORKS POLICY_SVC_ADDR POLICY_SVC_NAME POLICY_WORKLOAD SHUTDOWN_ENDPOINT_ENABLED`

const container = `{"name":"app","ports":[{"containerPort":8080}]}`

// differences are what a template changed in Linkerd's own answer: the pod's spec, an annotation, and the variable.
var differences = []struct{ spec, annotation, value, variable, wanted string }{
	{`{"containers":[{"name":"app"}]}`, "", "", "INBOUND_PORTS", "null"},
	{`{"containers":[{"name":"app","ports":[{"containerPort":9090},{"containerPort":8080}]}]}`, "", "", "INBOUND_PORTS", "8080,9090"},
	{`{"containers":[` + container + `,{"name":"b","ports":[{"containerPort":7070}]}]}`, "", "", "INBOUND_PORTS", "7070,8080"},
	{`{"containers":[{"name":"app","ports":[{"containerPort":8080},{"containerPort":53,"protocol":"UDP"}]}]}`, "", "", "INBOUND_PORTS", "53,8080"},
	{`{"containers":[` + container + `,{"name":"b","ports":[{"containerPort":8080}]}]}`, "", "", "INBOUND_PORTS", "8080"},
	{probed("readinessProbe", `"httpGet":{"port":8081}`), "", "", "INBOUND_PORTS", "8080,8081"},
	{probed("livenessProbe", `"httpGet":{"port":8081}`), "", "", "INBOUND_PORTS", "8080,8081"},
	{probed("startupProbe", `"httpGet":{"port":8081}`), "", "", "INBOUND_PORTS", "8080"},
	{probed("readinessProbe", `"httpGet":{"port":"http"}`), "", "", "INBOUND_PORTS", "8080"},
	{probed("readinessProbe", `"tcpSocket":{"port":8081}`), "", "", "INBOUND_PORTS", "8080"},
	{probed("readinessProbe", `"grpc":{"port":8081}`), "", "", "INBOUND_PORTS", "8080"},
	{`{"containers":[` + container + `],"initContainers":[{"name":"i","ports":[{"containerPort":9801}]}]}`, "", "", "INBOUND_PORTS", "8080,9801"},
	{`{"containers":[` + container + `],"initContainers":[{"name":"i","restartPolicy":"Always",
		"livenessProbe":{"httpGet":{"port":9802}}}]}`, "", "", "INBOUND_PORTS", "8080"},
	{"", "skip-inbound-ports", "8081", "INBOUND_PORTS", "8080"},
	{"", "pod-inbound-ports", "8080,9999", "INBOUND_PORTS", "8080"},
	{"", "opaque-ports", "3306", "INBOUND_PORTS_DISABLE_PROTOCOL_DETECTION", "3306"},
	{"", "proxy-log-level", "debug", "LOG", "debug,[{headers}]=off,[{request}]=off"},
	{"", "proxy-cpu-limit", "500m", "CORES_MAX", "1"},
	{"", "proxy-cpu-limit", "3", "CORES_MAX", "3"},
	{"", "default-inbound-policy", "deny", "INBOUND_DEFAULT_POLICY", "deny"},
	{"", "proxy-require-identity-inbound-ports", "8080", "INBOUND_PORTS_REQUIRE_IDENTITY", "8080"},
	{"", "shutdown-grace-period", "10s", "SHUTDOWN_GRACE_PERIOD", "10000ms"},
	{"", "access-log", "json", "ACCESS_LOG", "json"},
	{"", "proxy-outbound-connect-timeout", "3s", "OUTBOUND_CONNECT_TIMEOUT", "3000ms"},
}

func probed(probe, check string) string {
	return `{"containers":[` + strings.TrimSuffix(container, "}") + `,"` + probe + `":{` + check + `}}]}`
}

func TestHasTheVariablesOfLinkerdsOwnInjector(t *testing.T) {
	names := map[string]bool{}
	for _, name := range strings.Fields(recorded) {
		if name[0] != '_' {
			name = linkerd.ProxyVariable + name
		}
		names[name] = true
	}
	given := rendered(t, "", "", "")
	if wanted, got := slices.Sorted(maps.Keys(names)), slices.Sorted(maps.Keys(given)); !slices.Equal(wanted, got) {
		t.Errorf("variables %v, want %v", got, wanted)
	}
}

func TestRendersWhatATemplateChangesInLinkerdsOwn(t *testing.T) {
	for _, row := range differences {
		given := rendered(t, row.spec, row.annotation, row.value)
		if got := given[linkerd.ProxyVariable+row.variable]; got != row.wanted {
			t.Errorf("%+v: %q", row, got)
		}
	}
}

func TestRendersTheAmountsThatAnnotationsAskFor(t *testing.T) {
	proxy := answered(t, "", "proxy-memory-request", "64Mi")
	want(t, proxy, "64Mi", "resources", "requests", "memory")
}

// rendered are the proxy's variables with Linkerd's default values, "" for those that refer to something.
func rendered(t *testing.T, spec, annotation, value string) map[string]string {
	t.Helper()
	given := map[string]string{}
	for _, variable := range answered(t, spec, annotation, value).(map[string]any)["env"].([]any) {
		variable := variable.(map[string]any)
		text, _ := variable["value"].(string)
		given[variable["name"].(string)] = text
	}
	return given
}

// answered is the proxy that a pod gets: of the usual spec where none is given, and with an annotation.
func answered(t *testing.T, spec, annotation, value string) any {
	t.Helper()
	annotations := `{"linkerd.io/inject":"enabled"}`
	if annotation != "" {
		annotations = `{"linkerd.io/inject":"enabled","` + linkerd.Config + annotation + `":"` + value + `"}`
	}
	pod := `{"metadata":{"annotations":` + annotations + `},"spec":` + cmp.Or(spec, `{"containers":[`+container+`]}`) + `}`
	answer := askFor(t, mount(t, helmValues, bundle), "Pod", pod, nil)
	if !answer.Response.Allowed {
		t.Fatal(answer.Response.Status.Message)
	}
	return added(t, answer)["/spec/initContainers/1"]
}
