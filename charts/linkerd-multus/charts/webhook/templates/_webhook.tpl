{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of the webhook.
*/}}

{{/*
The API server calls webhooks in the order of their configurations' names. zz- puts ours after Linkerd's injector, so that
it sees the finished pod.
*/}}
{{- define "webhook.configuration" -}}
zz-{{ include "linkerd-multus.fullname" . }}
{{- end -}}

{{/* Secret of the certificate authority, which the webhook makes for itself and no pod mounts. */}}
{{- define "webhook.caSecret" -}}
{{ include "linkerd-multus.fullname" . }}-ca
{{- end -}}
