// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	helmValues = `clusterDomain: cluster.local
clusterNetworks: 10.0.0.0/8,fd00::/8
cniEnabled: true
disableIPv6: true
identity:
  externalCA: true
imagePullPolicy: IfNotPresent
linkerdVersion: edge-26.8.3
networkValidator:
  securityContext:
    runAsUser: 65534
proxy:
  await: true
  gid: -1
  image:
    name: localhost/linkerd-standins
    version: "2"
  logHTTPHeaders: "off"
  logLevel: warn
  metrics: {}
  nativeSidecar: true
  ports: {admin: 4191, control: 4190, inbound: 4143, outbound: 4140}
  resources: {cpu: {request: 20m}}
  startupProbe: {failureThreshold: 120}
  uid: 2102
proxyInit:
  iptablesMode: nft
unknown: {to: the struct}
`
	bundle = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n\n"
	// untrimmed is what sha256sum says of the bundle.
	untrimmed = "45b1488806a2d32a64507c071ea92c9515db21c8b774a75a944f922c16e890c4"
	meshed    = "enabled"
)

func TestInjectsWhatTheValuesAndTheTrustRootsSay(t *testing.T) {
	operations := injectedWith(t, helmValues, bundle, map[string]string{"linkerd.io/inject": meshed})
	proxy := operations["/spec/initContainers/1"]
	want(t, proxy, "localhost/linkerd-standins:2", "image")
	want(t, proxy, 2102.0, "securityContext", "runAsUser")
	want(t, proxy, nil, "securityContext", "runAsGroup")
	want(t, proxy, "20m", "resources", "requests", "cpu")
	want(t, operations["/metadata/annotations"], "2", "linkerd.io/proxy-version")
	want(t, operations["/metadata/annotations"], untrimmed, "linkerd.io/trust-root-sha256")
	wantVariable(t, proxy, "LINKERD2_PROXY_LOG", "warn,[{headers}]=off,[{request}]=off")
	wantVariable(t, proxy, "LINKERD2_PROXY_IDENTITY_TRUST_ANCHORS", strings.TrimSpace(bundle)+"\n")
	wantVariable(t, proxy, "LINKERD2_PROXY_INBOUND_LISTEN_ADDR", "0.0.0.0:4143")
	wantVariable(t, proxy, "_l5d_trustdomain", "cluster.local")
}

func TestReadsValuesAsYaml11WithTheTypesOfTheStruct(t *testing.T) {
	namespace := map[string]string{"linkerd.io/inject": meshed}
	for edit, version := range map[string]string{"1.10": "1.1", `""`: "edge-26.8.3", `"0443"`: "0443", "0443": "291"} {
		operations := injectedWith(t, strings.Replace(helmValues, `version: "2"`, "version: "+edit, 1), bundle, namespace)
		want(t, operations["/metadata/annotations"], version, "linkerd.io/proxy-version")
	}
	operations := injectedWith(t, strings.Replace(helmValues, "  uid: 2102", "  UID: 77", 1), bundle, namespace)
	want(t, operations["/spec/initContainers/1"], 77.0, "securityContext", "runAsUser")
}

func TestAnnotationsComeBeforeValues(t *testing.T) {
	operations := injectedWith(t, helmValues, bundle, map[string]string{
		"linkerd.io/inject": meshed, "config.linkerd.io/proxy-version": "3", "config.linkerd.io/proxy-uid": "7"})
	want(t, operations["/spec/initContainers/1"], "localhost/linkerd-standins:3", "image")
	want(t, operations["/spec/initContainers/1"], 7.0, "securityContext", "runAsUser")
	want(t, operations["/metadata/annotations"], "3", "linkerd.io/proxy-version")
}

// What is denied, for whom, and what gets no answer: the outcome for a Service, for a pod that asks for no proxy, and
// for one that asks for it.
func TestDeniesAndEndsAsLinkerdsInjectorDoes(t *testing.T) {
	cases := map[string]struct{ from, to, outcomes string }{
		"as it is":             {"", "", "allowed allowed allowed"},
		"uid as text":          {"uid: 2102", `uid: "2102"`, "denied denied denied"},
		"flag as text":         {"await: true", `await: "true"`, "denied denied denied"},
		"number above int32":   {"admin: 4191", "admin: 4294967296", "denied denied denied"},
		"negative uint":        {"failureThreshold: 120", "failureThreshold: -1", "denied denied denied"},
		"tab":                  {"cniEnabled: true", "\tcniEnabled: true", "denied denied denied"},
		"off without quotes":   {`logHTTPHeaders: "off"`, "logHTTPHeaders: off", "allowed allowed denied"},
		"blank in networks":    {"10.0.0.0/8,fd00", "10.0.0.0/8, fd00", "allowed allowed denied"},
		"no ports":             {"ports: {admin: 4191, control: 4190, inbound: 4143, outbound: 4140}", "ports: null", "allowed allowed denied"},
		"no network validator": {"networkValidator:\n  securityContext:\n    runAsUser: 65534\n", "", "allowed allowed denied"},
		"no identity":          {"identity:\n  externalCA: true\n", "", "allowed allowed unanswered"},
		"no proxyInit":         {"proxyInit:\n  iptablesMode: nft\n", "proxyInit: null\n", "allowed allowed unanswered"},
		"no image":             {"  image:\n    name: localhost/linkerd-standins\n    version: \"2\"\n", "", "allowed allowed unanswered"},
		"nothing":              {helmValues, "", "unanswered unanswered unanswered"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			mounted := mount(t, strings.Replace(helmValues, c.from, c.to, 1), bundle)
			var outcomes []string
			for _, asked := range [][2]string{{"Service", ""}, {"Pod", ""}, {"Pod", meshed}} {
				outcomes = append(outcomes, outcome(t, mounted, asked[0], asked[1]))
			}
			if got := strings.Join(outcomes, " "); got != c.outcomes {
				t.Errorf("%s, want %s", got, c.outcomes)
			}
		})
	}
}

func TestDeniesEverythingWithoutItsKeyOrTheTrustRoots(t *testing.T) {
	for _, file := range []string{"values", "ca-bundle.crt"} {
		mounted := mount(t, helmValues, bundle)
		if err := os.Remove(filepath.Join(mounted, file)); err != nil {
			t.Fatal(err)
		}
		if got := outcome(t, mounted, "Service", ""); got != "denied" {
			t.Errorf("without %s: %s", file, got)
		}
	}
}

// outcome asks about an object of a namespace in which linkerd.io/inject has that value.
func outcome(t *testing.T, mounted, kind, inject string) (outcome string) {
	t.Helper()
	defer func() {
		if recover() == http.ErrAbortHandler {
			outcome = "unanswered"
		}
	}()
	answer := ask(t, mounted, kind, map[string]string{"linkerd.io/inject": inject})
	if answer.Response.Allowed {
		return "allowed"
	}
	return "denied"
}

func injectedWith(t *testing.T, text, roots string, namespace map[string]string) map[string]any {
	t.Helper()
	answer := ask(t, mount(t, text, roots), "Pod", namespace)
	if !answer.Response.Allowed {
		t.Fatal(answer.Response.Status.Message)
	}
	return added(t, answer)
}

func ask(t *testing.T, mounted, kind string, namespace map[string]string) review {
	t.Helper()
	return askFor(t, mounted, kind, plainPod, namespace)
}

func askFor(t *testing.T, mounted, kind, object string, namespace map[string]string) review {
	t.Helper()
	settings, err := parse([]string{"-config=" + mounted, "-trust-roots=" + mounted})
	if err != nil {
		t.Fatal(err)
	}
	body := `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u1","kind":{"kind":"` + kind + `"},
		"namespace":"shop","object":` + object + `}}`
	recorder := httptest.NewRecorder()
	webhookOf(settings, namespace).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body)))
	var answer review
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil {
		t.Fatalf("%s: %v", recorder.Body, err)
	}
	return answer
}

// mount returns a folder with both ConfigMaps in it, whose own entry the kubelet would have, too.
func mount(t *testing.T, text, roots string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"values": text, "ca-bundle.crt": roots, "linkerd-crds-chart-version": "linkerd-crds-1.0.0-edge", "..data": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func wantVariable(t *testing.T, container any, name, wanted string) {
	t.Helper()
	for _, variable := range container.(map[string]any)["env"].([]any) {
		if variable.(map[string]any)["name"] == name {
			want(t, variable, wanted, "value")
			return
		}
	}
	t.Errorf("there is no %s", name)
}
