{{/*
SPDX-License-Identifier: Apache-2.0
Accounts and bindings. The roles themselves stand where they are used: each right with its reason.
*/}}

{{/* A service account, from (dict "context" $ "name" name "labels" labels). Its token is mounted where a pod asks for it, nowhere else. */}}
{{- define "linkerd-multus.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .name }}
  namespace: {{ .context.Release.Namespace }}
  labels:
    {{- .labels | nindent 4 }}
automountServiceAccountToken: false
{{- end -}}

{{/*
The binding of a role to a service account, from (dict "context" $ "kind" "Role" or "ClusterRole" "name" of role and binding
"account" name "labels" labels, and "namespace" for a Role elsewhere than in the release's): a ClusterRole is bound everywhere.
*/}}
{{- define "linkerd-multus.binding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ .kind }}Binding
metadata:
  name: {{ .name }}
  {{- if eq .kind "Role" }}
  namespace: {{ default .context.Release.Namespace .namespace }}
  {{- end }}
  labels:
    {{- .labels | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ .kind }}
  name: {{ .name }}
subjects:
  - kind: ServiceAccount
    name: {{ .account }}
    namespace: {{ .context.Release.Namespace }}
{{- end -}}
