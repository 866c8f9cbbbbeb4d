// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const (
	networks   = "k8s.v1.cni.cncf.io/networks"
	proxyUID   = "config.linkerd.io/proxy-uid"
	attachment = "linkerd-cni"
)

// attacher answers what the product's webhook answers for a meshed pod. It is told the user ids that the other chooses
// from the namespace's range.
type attacher struct {
	proxy, validator int64
}

// Handle decodes the whole pod, changes it, and leaves it to the library to find what is different.
func (a attacher) Handle(_ context.Context, request admission.Request) admission.Response {
	var pod corev1.Pod
	if err := json.Unmarshal(request.Object.Raw, &pod); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if !a.change(&pod) {
		return admission.Allowed("it has no proxy")
	}
	changed, err := json.Marshal(&pod)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, changed)
}

func (a attacher) change(pod *corev1.Pod) bool {
	meshed := a.runAs(pod.Spec.InitContainers)
	if a.runAs(pod.Spec.Containers) {
		meshed = true
	}
	if meshed {
		if pod.Annotations == nil {
			pod.Annotations = map[string]string{}
		}
		pod.Annotations[networks] = attached(pod.Annotations[networks])
		pod.Annotations[proxyUID] = strconv.FormatInt(a.proxy, 10)
	}
	return meshed
}

// runAs tells whether the proxy is among the containers.
func (a attacher) runAs(containers []corev1.Container) bool {
	found := false
	for i := range containers {
		switch containers[i].Name {
		case "linkerd-proxy":
			found = true
			become(&containers[i], a.proxy)
		case "linkerd-network-validator":
			become(&containers[i], a.validator)
		}
	}
	return found
}

func become(container *corev1.Container, uid int64) {
	if container.SecurityContext == nil {
		container.SecurityContext = &corev1.SecurityContext{}
	}
	container.SecurityContext.RunAsUser = &uid
}

func attached(list string) string {
	if list == "" {
		return attachment
	}
	for name := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(name) == attachment {
			return list
		}
	}
	return list + ", " + attachment
}
