{{/*
SPDX-License-Identifier: Apache-2.0
Refuses a part that needs something of its node, from (dict "context" $ "since" what that is), where it could have no pods: in a namespace
that is seen to enforce a Pod Security level below privileged, which would be noticed by a workload that stays empty alone. On OpenShift a
label that the platform keeps by itself is no obstacle: it follows the SecurityContextConstraints that the namespace's accounts may use. What
the API server's own configuration exempts cannot be seen from here: the part's requirePodSecurity says it.
*/}}
{{- define "linkerd-multus.requirePodSecurity" -}}
{{- $since := .since }}
{{- with .context }}
{{- $namespace := dict }}
{{- if and .Values.requirePodSecurity (include "linkerd-multus.seesCluster" .) }}
{{- $namespace = lookup "v1" "Namespace" "" .Release.Namespace }}
{{- end }}
{{- $labels := dig "metadata" "labels" (dict) $namespace }}
{{- $level := dig "pod-security.kubernetes.io/enforce" "privileged" $labels }}
{{- $kept := false }}
{{- range dig "metadata" "managedFields" (list) $namespace }}
{{- if eq .manager "pod-security-admission-label-synchronization-controller" }}
{{- $kept = or $kept (hasKey (dig "fieldsV1" "f:metadata" "f:labels" (dict) .) "f:pod-security.kubernetes.io/enforce") }}
{{- end }}
{{- end }}
{{- $platform := include "linkerd-multus.platform" . | fromYaml }}
{{- if and (ne $level "privileged") (not (and $platform.scc $kept)) }}
{{- fail (printf "namespace %s enforces Pod Security level %s, which refuses the pods of the %s: %s. Type\n\n  %s label namespace %s pod-security.kubernetes.io/enforce=privileged --overwrite\n\nand install again. Where the API server's configuration exempts the namespace, set %s.requirePodSecurity=false instead" .Release.Namespace $level .Chart.Name $since $platform.cli .Release.Namespace .Chart.Name) }}
{{- end }}
{{- end }}
{{- end -}}
