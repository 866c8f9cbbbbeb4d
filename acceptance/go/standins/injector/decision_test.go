// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"testing"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

func TestInjectsWhoAsksForIt(t *testing.T) {
	cases := []struct {
		namespace, pod string
		injected       bool
	}{
		{"", "", false},
		{"enabled", "", true},
		{"ingress", "", true},
		{"enabled", "disabled", false},
		{"enabled", "enabled", true},
		{"disabled", "", false},
		{"disabled", "enabled", true},
		{"", "enabled", true},
		{"", "ingress", true},
		{"true", "", false},
		{"true", "enabled", false},
		{"enabled", "yes", false},
		{"", "yes", false},
	}
	for _, c := range cases {
		t.Run(c.namespace+"/"+c.pod, func(t *testing.T) {
			pod, namespace := kube.Pod{}, kube.Namespace{}
			pod.Metadata.Annotations = annotation(c.pod)
			namespace.Metadata.Annotations = annotation(c.namespace)
			if reason := skip(pod, namespace); (reason == "") != c.injected {
				t.Errorf("skip = %q, want injected: %v", reason, c.injected)
			}
		})
	}
}

func TestLeavesPodsAloneThatCannotHaveAProxy(t *testing.T) {
	namespace := kube.Namespace{}
	namespace.Metadata.Annotations = annotation("enabled")
	cases := map[string]kube.PodSpec{
		"node's network":   {HostNetwork: true},
		"proxy":            {Containers: []kube.Container{{Name: "linkerd-proxy"}}},
		"native proxy":     {InitContainers: []kube.Container{{Name: "linkerd-proxy"}}},
		"linkerd-init":     {InitContainers: []kube.Container{{Name: "linkerd-init"}}},
		"another mesh":     {Containers: []kube.Container{{Name: "istio-proxy"}}},
		"image of a proxy": {Containers: []kube.Container{{Name: "p", Image: "cr.l5d.io/linkerd/proxy:edge"}}},
	}
	for name, spec := range cases {
		t.Run(name, func(t *testing.T) {
			if reason := skip(kube.Pod{Spec: spec}, namespace); reason == "" {
				t.Error("injected")
			}
		})
	}
}

func annotation(inject string) map[string]string {
	if inject == "" {
		return nil
	}
	return map[string]string{linkerd.Inject: inject}
}
