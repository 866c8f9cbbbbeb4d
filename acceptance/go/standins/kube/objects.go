// SPDX-License-Identifier: Apache-2.0

// Package kube reads the few things that Linkerd's stand-ins read from a Kubernetes API server, and makes a Lease. A typed client
// would make the CNI plugin, which starts anew for every pod, four times as large.
package kube

import "encoding/json"

// Metadata is what is read of an object's metadata.
type Metadata struct {
	Name            string            `json:"name"`
	GenerateName    string            `json:"generateName"`
	Namespace       string            `json:"namespace"`
	UID             string            `json:"uid"`
	Labels          map[string]string `json:"labels"`
	Annotations     map[string]string `json:"annotations"`
	OwnerReferences []Owner           `json:"ownerReferences"`
}

// Owner is one of an object's owners.
type Owner struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Controller bool   `json:"controller"`
}

// Namespace is a namespace.
type Namespace struct {
	Metadata Metadata `json:"metadata"`
}

// Deployment is what is read of a deployment.
type Deployment struct {
	Metadata Metadata `json:"metadata"`
}

// Pod is what is read of a pod.
type Pod struct {
	Metadata Metadata `json:"metadata"`
	Spec     PodSpec  `json:"spec"`
}

// PodSpec is what is read of a pod's specification.
type PodSpec struct {
	HostNetwork    bool        `json:"hostNetwork"`
	InitContainers []Container `json:"initContainers"`
	Containers     []Container `json:"containers"`
	Volumes        []struct{}  `json:"volumes"`
}

// Container is what is read of a container.
type Container struct {
	Name            string  `json:"name"`
	Image           string  `json:"image"`
	Ports           []Ports `json:"ports"`
	LivenessProbe   *Probe  `json:"livenessProbe"`
	ReadinessProbe  *Probe  `json:"readinessProbe"`
	SecurityContext struct {
		Capabilities json.RawMessage `json:"capabilities"`
	} `json:"securityContext"`
}

// Ports are what is read of a port of a container.
type Ports struct {
	ContainerPort int `json:"containerPort"`
}

// Probe is what is read of a probe.
type Probe struct {
	HTTPGet *struct {
		Port json.RawMessage `json:"port"`
	} `json:"httpGet"`
}

// Service is what is read of a service.
type Service struct {
	Spec struct {
		Ports []struct {
			Port       int             `json:"port"`
			TargetPort json.RawMessage `json:"targetPort"`
		} `json:"ports"`
	} `json:"spec"`
}
