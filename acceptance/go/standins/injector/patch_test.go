// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"linkerd-multus/standins/kube"
)

const plainPod = `{"metadata":{"generateName":"a-","labels":{"app":"a","pod-template-hash":"5d"},
	"ownerReferences":[{"kind":"ReplicaSet","name":"a-5d","controller":true}]},
	"spec":{"containers":[{"name":"main","securityContext":{"capabilities":{"drop":["ALL"]}}}]}}`

func TestAddsANativeSidecarBehindTheValidator(t *testing.T) {
	operations := injected(t, plainPod, map[string]string{"linkerd.io/inject": "enabled"})
	validator, proxy := operations["/spec/initContainers/0"], operations["/spec/initContainers/1"]
	want(t, validator, "linkerd-network-validator", "name")
	want(t, validator, 65534.0, "securityContext", "runAsUser")
	want(t, proxy, "linkerd-proxy", "name")
	want(t, proxy, "Always", "restartPolicy")
	want(t, proxy, 2102.0, "securityContext", "runAsUser")
	want(t, proxy, []any{"ALL"}, "securityContext", "capabilities", "drop")
	want(t, operations["/metadata/labels/linkerd.io~1proxy-deployment"], "a")
	want(t, operations["/metadata/labels/linkerd.io~1workload-ns"], "shop")
	want(t, operations["/metadata/annotations"], "enabled", "linkerd.io/inject")
	want(t, operations["/metadata/annotations"], "linkerd/proxy-injector standins-1", "linkerd.io/created-by")
}

func TestAddsAPlainContainerByAnnotation(t *testing.T) {
	native := "config.linkerd.io/proxy-enable-native-sidecar"
	operations := injected(t, plainPod, map[string]string{native: "false"})
	if operations["/spec/initContainers/1"] != nil {
		t.Error("the proxy is an init container")
	}
	want(t, operations["/spec/containers/0"], "linkerd-proxy", "name")
	want(t, operations["/spec/containers/0"], nil, "restartPolicy")

	operations = injected(t, plainPod, map[string]string{native: "false", "config.linkerd.io/proxy-await": "disabled"})
	want(t, operations["/spec/containers/-"], "linkerd-proxy", "name")
}

func TestTakesTheProxyUidOfThePodBeforeTheNamespaces(t *testing.T) {
	uid := "config.linkerd.io/proxy-uid"
	operations := injected(t, plainPod, map[string]string{uid: "1000660000"})
	want(t, operations["/spec/initContainers/1"], 1000660000.0, "securityContext", "runAsUser")
	want(t, operations["/metadata/annotations"], "1000660000", uid)

	own := strings.Replace(plainPod, `"labels"`, `"annotations":{"`+uid+`":"7"},"labels"`, 1)
	operations = injected(t, own, map[string]string{uid: "1000660000"})
	want(t, operations["/spec/initContainers/1"], 7.0, "securityContext", "runAsUser")
	if _, copied := operations["/metadata/annotations/config.linkerd.io~1proxy-uid"]; copied {
		t.Error("the pod's own annotation was replaced")
	}

	operations = injected(t, plainPod, map[string]string{uid: "many"})
	want(t, operations["/spec/initContainers/1"], 2102.0, "securityContext", "runAsUser")
}

func TestGivesTheValidatorTheUidThatItIsTold(t *testing.T) {
	operations := injected(t, plainPod, map[string]string{validatorUID: "1000660005"})
	want(t, operations["/spec/initContainers/0"], 1000660005.0, "securityContext", "runAsUser")

	operations = injected(t, plainPod, map[string]string{validatorUID: "none"})
	want(t, operations["/spec/initContainers/0"], nil, "securityContext", "runAsUser")
	want(t, operations["/spec/initContainers/0"], nil, "securityContext", "runAsGroup")
}

func TestAnswersWhatItCannotRead(t *testing.T) {
	for body, code := range map[string]int{"{": http.StatusBadRequest, `{"kind":"AdmissionReview"}`: http.StatusBadRequest} {
		recorder := httptest.NewRecorder()
		newWebhook(t, nil).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body)))
		if recorder.Code != code {
			t.Errorf("%s: status %d, want %d", body, recorder.Code, code)
		}
	}
}

// injected returns the values that the webhook adds to a pod of the namespace shop, by their paths.
func injected(t *testing.T, pod string, namespace map[string]string) map[string]any {
	t.Helper()
	annotations := map[string]string{"linkerd.io/inject": "enabled"}
	maps.Copy(annotations, namespace)
	body := `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u1","kind":{"kind":"Pod"},
		"namespace":"shop","object":` + pod + `}}`
	recorder := httptest.NewRecorder()
	newWebhook(t, annotations).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", bytes.NewBufferString(body)))
	var answer review
	if err := json.Unmarshal(recorder.Body.Bytes(), &answer); err != nil || !answer.Response.Allowed || answer.Response.UID != "u1" {
		t.Fatalf("%s: %v", recorder.Body, err)
	}
	return added(t, answer)
}

// added returns the values of an answer's patch, by their paths.
func added(t *testing.T, answer review) map[string]any {
	t.Helper()
	var operations []operation
	if err := json.Unmarshal(answer.Response.Patch, &operations); err != nil {
		t.Fatal(err)
	}
	values := map[string]any{}
	for _, operation := range operations {
		values[operation.Path] = operation.Value
	}
	return values
}

func newWebhook(t *testing.T, annotations map[string]string) webhook {
	t.Helper()
	settings, err := parse([]string{"-config=" + t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return webhookOf(settings, annotations)
}

func webhookOf(settings settings, annotations map[string]string) webhook {
	return webhook{settings, func(_ context.Context, name string) (kube.Namespace, error) {
		return kube.Namespace{Metadata: kube.Metadata{Name: name, Annotations: annotations}}, nil
	}}
}

func want(t *testing.T, value, wanted any, path ...string) {
	t.Helper()
	for _, key := range path {
		value = value.(map[string]any)[key]
	}
	if list, ok := wanted.([]any); ok && slices.Equal(list, value.([]any)) {
		return
	} else if !ok && value == wanted {
		return
	}
	t.Errorf("%v is %v, want %v", path, value, wanted)
}
