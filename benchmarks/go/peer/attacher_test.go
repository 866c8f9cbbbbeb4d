// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const (
	meshed = `{"metadata":{"name":"a","annotations":{"k8s.v1.cni.cncf.io/networks":"other"}},"spec":{
		"initContainers":[{"name":"linkerd-network-validator","image":"p","securityContext":{"runAsUser":65534}}],
		"containers":[{"name":"app","image":"a","resources":{}},{"name":"linkerd-proxy","image":"p","resources":{}}]}}`
	plain = `{"metadata":{"name":"a"},"spec":{"containers":[{"name":"app","image":"a"}]}}`
)

func answer(t *testing.T, pod string) map[string]any {
	t.Helper()
	request := admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{Object: runtime.RawExtension{Raw: []byte(pod)}}}
	response := attacher{proxy: 1000669999, validator: 1000669998}.Handle(context.Background(), request)
	if !response.Allowed {
		t.Fatalf("refused: %v", response.Result)
	}
	changes := map[string]any{}
	for _, operation := range response.Patches {
		changes[operation.Path] = operation.Value
	}
	return changes
}

func TestAttachesAMeshedPodAndMovesItsUserIDs(t *testing.T) {
	changes := answer(t, meshed)
	want := map[string]any{
		"/metadata/annotations/k8s.v1.cni.cncf.io~1networks": "other, linkerd-cni",
		"/metadata/annotations/config.linkerd.io~1proxy-uid": "1000669999",
		"/spec/initContainers/0/securityContext/runAsUser":   json.Number("1000669998"),
		"/spec/containers/1/securityContext":                 map[string]any{"runAsUser": json.Number("1000669999")},
	}
	for path, value := range want {
		got, _ := json.Marshal(changes[path])
		wanted, _ := json.Marshal(value)
		if !slices.Equal(got, wanted) {
			t.Errorf("%s: %s, not %s", path, got, wanted)
		}
	}
}

func TestLeavesAPodWithoutAProxy(t *testing.T) {
	if changes := answer(t, plain); len(changes) != 0 {
		t.Errorf("changed %v", changes)
	}
}

func TestAttachesOnce(t *testing.T) {
	for list, want := range map[string]string{
		"":                   "linkerd-cni",
		"linkerd-cni":        "linkerd-cni",
		"other, linkerd-cni": "other, linkerd-cni",
		"other":              "other, linkerd-cni",
	} {
		if got := attached(list); got != want {
			t.Errorf("%q became %q", list, got)
		}
	}
}
