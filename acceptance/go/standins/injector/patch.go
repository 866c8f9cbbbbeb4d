// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

// operation is one step of a JSON Patch; every one of ours adds something.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

type object = map[string]any

func add(path string, value any) operation {
	return operation{"add", path, value}
}

// patch adds the validator, then the proxy, and what both need. The pod is one that is to be injected.
func (s settings) patch(pod kube.Pod, namespace kube.Namespace) []operation {
	annotations := linkerd.WithInherited(pod.Metadata.Annotations, namespace.Metadata.Annotations)
	s = s.overridden(annotations)
	operations := addAll("/metadata/annotations", pod.Metadata.Annotations, s.annotations(pod, namespace))
	operations = append(operations, addAll("/metadata/labels", pod.Metadata.Labels, s.labels(pod, namespace))...)
	if len(pod.Spec.Volumes) == 0 {
		operations = append(operations, add("/spec/volumes", []object{}))
	}
	for _, volume := range volumes() {
		operations = append(operations, add("/spec/volumes/-", volume))
	}
	if len(pod.Spec.InitContainers) == 0 {
		operations = append(operations, add("/spec/initContainers", []object{}))
	}
	validator := s.validator(annotations, namespace.Metadata.Annotations)
	operations = append(operations, add("/spec/initContainers/0", validator))
	return append(operations, s.placeProxy(pod, annotations))
}

// placeProxy puts the proxy after the validator, or else before the application's containers when these have to wait
// for it, or else after them.
func (s settings) placeProxy(pod kube.Pod, annotations map[string]string) operation {
	proxy := s.proxy(pod, annotations)
	if s.native(annotations) {
		return add("/spec/initContainers/1", proxy)
	}
	if s.awaited(annotations) {
		return add("/spec/containers/0", proxy)
	}
	return add("/spec/containers/-", proxy)
}

// native reads the annotations' newest form first.
func (s settings) native(annotations map[string]string) bool {
	for _, prefix := range []string{linkerd.Config, linkerd.ConfigBeta, linkerd.ConfigAlpha} {
		if native, err := strconv.ParseBool(annotations[prefix+linkerd.NativeSidecar]); err == nil {
			return native
		}
	}
	return s.nativeSidecar
}

func (s settings) awaited(annotations map[string]string) bool {
	switch annotations[linkerd.ProxyAwait] {
	case "enabled":
		return true
	case "disabled":
		return false
	default:
		return s.await
	}
}

// overridden has the proxy's image that the annotations ask for in the place of that of the values.
func (s settings) overridden(annotations map[string]string) settings {
	repository, version := annotations[linkerd.ProxyImage], annotations[linkerd.ProxyVersionWish]
	if s.repository != "" && (repository != "" || version != "") {
		s.repository, s.version = cmp.Or(repository, s.repository), cmp.Or(version, s.version)
		s.image = s.repository + ":" + s.version
	}
	return s
}

func (s settings) annotations(pod kube.Pod, namespace kube.Namespace) map[string]string {
	added := linkerd.Inherited(pod.Metadata.Annotations, namespace.Metadata.Annotations)
	added[linkerd.CreatedBy] = "linkerd/proxy-injector " + s.version
	added[linkerd.ProxyVersion] = s.version
	added[linkerd.TrustRoot] = s.trustRoot()
	return added
}

func (s settings) labels(pod kube.Pod, namespace kube.Namespace) map[string]string {
	added := map[string]string{
		linkerd.ControlPlaneNamespace: s.controlPlane,
		linkerd.WorkloadNamespace:     namespace.Metadata.Name,
	}
	if kind, name := workload(pod); kind != "" {
		added[linkerd.ProxyOwner+kind] = name
	}
	return added
}

// workload returns who the pod belongs to. A ReplicaSet that a Deployment made has the Deployment's name and the
// hash of the pod's template in its own.
func workload(pod kube.Pod) (kind, name string) {
	for _, owner := range pod.Metadata.OwnerReferences {
		if !owner.Controller {
			continue
		}
		hash := pod.Metadata.Labels["pod-template-hash"]
		if deployment, ok := strings.CutSuffix(owner.Name, "-"+hash); ok && owner.Kind == "ReplicaSet" && hash != "" {
			return "deployment", deployment
		}
		return strings.ToLower(owner.Kind), owner.Name
	}
	return "", ""
}

// addAll adds to a map that is there key by key, so that nothing of it is lost.
func addAll(path string, present, added map[string]string) []operation {
	if len(present) == 0 {
		return []operation{add(path, added)}
	}
	var operations []operation
	for _, key := range slices.Sorted(maps.Keys(added)) {
		operations = append(operations, add(path+"/"+escape(key), added[key]))
	}
	return operations
}

func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
