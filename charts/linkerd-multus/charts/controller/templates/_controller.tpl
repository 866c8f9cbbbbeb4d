{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of the controller.
*/}}

{{/* Who is bound to the ClusterRole of the SCC, with commas between them: the control plane's by name, others as namespace/name. */}}
{{- define "linkerd-multus.controller.serviceAccounts" -}}
{{- $accounts := .Values.scc.serviceAccounts -}}
{{- range $binding := .Values.scc.bindings -}}
{{- range $binding.serviceAccounts -}}
{{- $accounts = append $accounts (printf "%s/%s" $binding.namespace .) -}}
{{- end -}}
{{- end -}}
{{- join "," $accounts -}}
{{- end -}}
