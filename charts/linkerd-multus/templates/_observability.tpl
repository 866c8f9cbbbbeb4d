{{/*
SPDX-License-Identifier: Apache-2.0
Who may reach a part, and who asks it how it is.
*/}}

{{/* The NetworkPolicy of a part, from (dict "context" $ "ports" names of its ports). */}}
{{- define "linkerd-multus.networkPolicy" -}}
{{- with .context }}
{{- $policy := (include "linkerd-multus.global" . | fromJson).networkPolicy }}
{{- if $policy.enabled }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "linkerd-multus.fullname" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "linkerd-multus.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "linkerd-multus.selectorLabels" . | nindent 6 }}
  policyTypes:
    - Ingress
    {{- if $policy.egress }}
    - Egress
    {{- end }}
  # From anywhere: API servers, kubelets and Prometheus have no labels that they could be told by.
  ingress:
    - ports:
        {{- range $.ports }}
        - port: {{ . }}
          protocol: TCP
        {{- end }}
  {{- with $policy.egress }}
  egress:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* What has Prometheus collect a part's metrics. */}}
{{- define "linkerd-multus.monitor" -}}
{{- with (include "linkerd-multus.global" . | fromJson).monitoring }}
{{- if .kind }}
apiVersion: monitoring.coreos.com/v1
kind: {{ .kind }}
metadata:
  name: {{ include "linkerd-multus.fullname" $ }}
  namespace: {{ $.Release.Namespace }}
  labels:
    {{- include "linkerd-multus.joined" (dict "ours" (include "linkerd-multus.labels" $) "said" .labels "by" "global.monitoring.labels" "fixed" "") | nindent 4 }}
spec:
  selector:
    matchLabels:
      {{- include "linkerd-multus.selectorLabels" $ | nindent 6 }}
  {{ eq .kind "PodMonitor" | ternary "podMetricsEndpoints" "endpoints" }}:
    - port: http
      path: /metrics
      interval: {{ .interval }}
{{- end }}
{{- end }}
{{- end -}}
