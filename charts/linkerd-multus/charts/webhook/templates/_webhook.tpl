{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of the webhook.
*/}}

{{/*
The API server calls webhooks in the order of their configurations' names. zz- puts ours after Linkerd's injector, so that
it sees the finished pod.
*/}}
{{- define "linkerd-multus.webhook.configuration" -}}
zz-{{ include "linkerd-multus.fullname" . }}
{{- end -}}

{{/* Where the webhook serves its health. In the node's own network the port has to be free on every node. */}}
{{- define "linkerd-multus.webhook.healthPort" -}}
{{- if .Values.healthPort -}}
{{- .Values.healthPort -}}
{{- else -}}
{{- ternary 9644 8080 .Values.hostNetwork -}}
{{- end -}}
{{- end -}}

{{/* Refuses two ports that are one. */}}
{{- define "linkerd-multus.webhook.requirePorts" -}}
{{- if eq (.Values.port | int) (include "linkerd-multus.webhook.healthPort" . | int) -}}
{{- fail (printf "webhook.healthPort: %d is webhook.port, too: set another one" (.Values.port | int)) -}}
{{- end -}}
{{- end -}}

{{/* The SCC of its pods, as an annotation: in the node's own network they need one that lets them be there; else none of their own. */}}
{{- define "linkerd-multus.webhook.requiredScc" -}}
{{- if and .Values.hostNetwork (include "linkerd-multus.platform" . | fromYaml).scc -}}
openshift.io/required-scc: hostnetwork-v2
{{- else -}}
{{- include "linkerd-multus.restrictedScc" . -}}
{{- end -}}
{{- end -}}

{{/* Whether the webhook makes its certificate itself; empty where it does not. */}}
{{- define "linkerd-multus.webhook.selfIssued" -}}
{{- if eq .Values.certificates.source "SelfIssued" }}yes{{ end -}}
{{- end -}}

{{/* Secret of a certificate that somebody else makes. */}}
{{- define "linkerd-multus.webhook.certificateSecret" -}}
{{- $certificates := .Values.certificates -}}
{{- if and (eq $certificates.source "Secret") (not $certificates.secretName) -}}
{{- fail "webhook.certificates.secretName: source Secret needs the name of a Secret with tls.crt and tls.key in the release's namespace" -}}
{{- end -}}
{{- default (printf "%s-certificate" (include "linkerd-multus.fullname" .)) $certificates.secretName -}}
{{- end -}}

{{/* cert-manager's Certificate: one that is there, or the chart's. */}}
{{- define "linkerd-multus.webhook.certificate" -}}
{{- default (include "linkerd-multus.fullname" .) .Values.certificates.certManager.certificate -}}
{{- end -}}

{{/* What tells an injector to write whom API servers trust, as annotations of the configuration. */}}
{{- define "linkerd-multus.webhook.injection" -}}
{{- if eq .Values.certificates.source "CertManager" -}}
cert-manager.io/inject-ca-from: {{ .Release.Namespace }}/{{ include "linkerd-multus.webhook.certificate" . }}
{{- else if eq .Values.certificates.source "ServiceCa" -}}
service.beta.openshift.io/inject-cabundle: "true"
{{- end -}}
{{- end -}}

{{/*
Annotations of a configuration. AKS' admissions enforcer lets the selectors of one with this annotation be; else it rewrites them, and takes the
field from whoever applied it. No platform but AKS knows it.
*/}}
{{- define "linkerd-multus.webhook.annotations" -}}
{{- $lines := list (include "linkerd-multus.webhook.injection" .) -}}
{{- if (include "linkerd-multus.platform" . | fromYaml).enforcer -}}
{{- $lines = append $lines `admissions.enforcer/disabled: "true"` -}}
{{- end -}}
{{- compact $lines | join "\n" -}}
{{- end -}}

{{/* How API servers find the webhook, and whom they trust, from (dict "context" $ "path" path). */}}
{{- define "linkerd-multus.webhook.clientConfig" -}}
{{- $certificates := .context.Values.certificates -}}
{{- if and (eq $certificates.source "Secret") $certificates.caBundle -}}
caBundle: {{ $certificates.caBundle | b64enc }}
{{- else -}}
# No caBundle: the webhook puts its own here, or an injector does. An upgrade leaves alone what it does not name.
{{- end }}
service:
  namespace: {{ .context.Release.Namespace }}
  name: {{ include "linkerd-multus.fullname" .context }}
  path: {{ .path }}
  port: 443
{{- end -}}

{{/* Whether NetworkAttachmentDefinitions are judged; empty where they are not. */}}
{{- define "linkerd-multus.webhook.judgesAttachments" -}}
{{- $said := .Values.attachmentValidation -}}
{{- $judged := (include "linkerd-multus.platform" . | fromYaml).judges -}}
{{- if or (eq $said "enabled") (and (eq $said "auto") (not $judged)) }}yes{{ end -}}
{{- end -}}

{{/* ValidatingWebhookConfiguration of NetworkAttachmentDefinitions. */}}
{{- define "linkerd-multus.webhook.attachmentConfiguration" -}}
{{ include "linkerd-multus.fullname" . }}-attachments
{{- end -}}

{{/* ValidatingWebhookConfiguration of LinkerdConfigs. */}}
{{- define "linkerd-multus.webhook.linkerdConfigConfiguration" -}}
{{ include "linkerd-multus.fullname" . }}-linkerdconfigs
{{- end -}}

{{/* Names of all ValidatingWebhookConfigurations, with commas between. */}}
{{- define "linkerd-multus.webhook.validatingConfigurations" -}}
{{ include "linkerd-multus.webhook.linkerdConfigConfiguration" . }}
{{- if include "linkerd-multus.webhook.judgesAttachments" . }},{{ include "linkerd-multus.webhook.attachmentConfiguration" . }}{{ end -}}
{{- end -}}

{{/* Secret of the certificate authority, which the webhook makes for itself and no pod mounts. */}}
{{- define "linkerd-multus.webhook.caSecret" -}}
{{ include "linkerd-multus.fullname" . }}-ca
{{- end -}}
