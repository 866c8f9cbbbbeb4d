// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"linkerd-multus/standins/kube"
)

// largestReview is Linkerd's own limit.
const largestReview = 10 << 20

// namespaces reads namespaces by name.
type namespaces func(ctx context.Context, name string) (kube.Namespace, error)

// webhook answers admission reviews.
type webhook struct {
	settings   settings
	namespaces namespaces
}

type review struct {
	APIVersion string    `json:"apiVersion"`
	Kind       string    `json:"kind"`
	Request    *request  `json:"request,omitempty"`
	Response   *response `json:"response,omitempty"`
}

type request struct {
	UID  string `json:"uid"`
	Kind struct {
		Kind string `json:"kind"`
	} `json:"kind"`
	Namespace string          `json:"namespace"`
	Object    json.RawMessage `json:"object"`
}

type response struct {
	UID       string  `json:"uid"`
	Allowed   bool    `json:"allowed"`
	Status    *status `json:"status,omitempty"`
	PatchType string  `json:"patchType,omitempty"`
	Patch     []byte  `json:"patch,omitempty"`
}

type status struct {
	Message string `json:"message"`
}

func (h webhook) ServeHTTP(out http.ResponseWriter, in *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(out, in.Body, largestReview))
	if err != nil {
		http.Error(out, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	var asked review
	if err := json.Unmarshal(body, &asked); err != nil || asked.Request == nil {
		http.Error(out, "not an admission review", http.StatusBadRequest)
		return
	}
	answer, err := h.answer(in.Context(), asked.Request)
	if errors.Is(err, errNoAnswer) {
		slog.Error("gave no answer", "namespace", asked.Request.Namespace, "reason", err)
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		slog.Error("refused a pod", "namespace", asked.Request.Namespace, "reason", err)
		answer = &response{Status: &status{err.Error()}}
	}
	answer.UID = asked.Request.UID
	out.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(out).Encode(review{asked.APIVersion, asked.Kind, nil, answer}); err != nil {
		slog.Warn("cannot answer", "reason", err)
	}
}

// answer allows everything but what it cannot read; only pods are changed. Values that cannot be read deny pods and Services,
// whether they are meshed or not; those that nothing can be made of deny pods that would be injected.
func (h webhook) answer(ctx context.Context, asked *request) (*response, error) {
	read, anchors, err := h.settings.readValues()
	if err != nil {
		return nil, err
	}
	if read != nil && read.Proxy == nil {
		return nil, errNoAnswer // its opaque ports are looked at for all
	}
	if asked.Kind.Kind != "Pod" {
		return &response{Allowed: true}, nil
	}
	var pod kube.Pod
	if err := json.Unmarshal(asked.Object, &pod); err != nil {
		return nil, fmt.Errorf("cannot read the pod: %w", err)
	}
	namespace, err := h.namespaces(ctx, asked.Namespace)
	if err != nil {
		return nil, err
	}
	name := pod.Metadata.Name + pod.Metadata.GenerateName
	if reason := skip(pod, namespace); reason != "" {
		slog.Info("skipped a pod", "namespace", asked.Namespace, "pod", name, "reason", reason)
		return &response{Allowed: true}, nil
	}
	settings, err := h.settings.configured(read, anchors)
	if err != nil {
		return nil, err
	}
	patch, err := json.Marshal(settings.patch(pod, namespace))
	if err != nil {
		return nil, err
	}
	slog.Info("injected a pod", "namespace", asked.Namespace, "pod", name)
	return &response{Allowed: true, PatchType: "JSONPatch", Patch: patch}, nil
}
