{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of the controller.
*/}}

{{/* Who is bound to the ClusterRole of the SCC, with commas between them: the control plane's by name, others as namespace/name. */}}
{{- define "controller.serviceAccounts" -}}
{{- $accounts := .Values.scc.serviceAccounts -}}
{{- range $binding := .Values.scc.bindings -}}
{{- range $binding.serviceAccounts -}}
{{- $accounts = append $accounts (printf "%s/%s" $binding.namespace .) -}}
{{- end -}}
{{- end -}}
{{- join "," $accounts -}}
{{- end -}}

{{/* Not empty where the API server serves the policies that keep the right to patch workloads to two annotations: Kubernetes 1.30 and later. */}}
{{- define "controller.rolloutsArePoliced" -}}
{{- if include "linkerd-multus.seesCluster" . -}}
{{- if .Capabilities.APIVersions.Has "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy" }}yes{{ end -}}
{{- else -}}
{{- if semverCompare ">=1.30.0-0" .Capabilities.KubeVersion.Version }}yes{{ end -}}
{{- end -}}
{{- end -}}
