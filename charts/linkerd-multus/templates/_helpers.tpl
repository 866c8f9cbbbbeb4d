{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of linkerd-multus, shared with its three subcharts.
*/}}

{{/* The release's name, short enough for every name that is made from it. */}}
{{- define "linkerd-multus.release" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* Name of a part's objects: <release>-installer, <release>-controller or <release>-webhook. */}}
{{- define "linkerd-multus.fullname" -}}
{{- printf "%s-%s" (include "linkerd-multus.release" .) .Chart.Name -}}
{{- end -}}

{{- define "linkerd-multus.selectorLabels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "linkerd-multus.labels" -}}
{{ include "linkerd-multus.selectorLabels" . }}
{{ include "linkerd-multus.releaseLabels" . }}
{{- end -}}

{{/* What all objects of a release are labelled with, whatever part they are of. */}}
{{- define "linkerd-multus.releaseLabels" -}}
app.kubernetes.io/part-of: linkerd-multus
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.global.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Labels and annotations of a part's pods. Ours are never meshed: the mesh waits for them, not they for it. */}}
{{- define "linkerd-multus.podMetadata" -}}
labels:
  {{- include "linkerd-multus.labels" . | nindent 2 }}
  {{- with .Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
annotations:
  linkerd.io/inject: disabled
  {{- with .Values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/*
Name of the ClusterRole that owns what the parts make: when the release goes, Kubernetes collects that. It is no part's own, so that
nothing is lost while a part is switched off.
*/}}
{{- define "linkerd-multus.owner" -}}
{{- include "linkerd-multus.release" . -}}-owner
{{- end -}}

{{/*
An image reference from (dict "image" image "registry" prefix "version" fallback): the digest wins over the tag. It always says which
registry it is from: what a container runtime puts before a name without one is not for us to trust.
*/}}
{{- define "linkerd-multus.image" -}}
{{- $qualified := "^(localhost|[^/]*[.:][^/]*)/" -}}
{{- $repository := .image.repository -}}
{{- if and .registry (not (regexMatch $qualified $repository)) -}}
{{- $repository = printf "%s/%s" (trimSuffix "/" .registry) .image.repository -}}
{{- end -}}
{{- if not (regexMatch $qualified $repository) -}}
{{- fail (printf "image %s does not say which registry it is from, so nodes would pull a stranger's: set global.imageRegistry, or a repository like registry.example.com/%s" $repository $repository) -}}
{{- end -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default .version .image.tag) -}}
{{- end -}}
{{- end -}}

{{/* The image of a part, and when it is pulled. */}}
{{- define "linkerd-multus.containerImage" -}}
image: {{ include "linkerd-multus.image" (dict "image" .Values.image "registry" .Values.global.imageRegistry "version" .Chart.AppVersion) }}
imagePullPolicy: {{ default .Values.global.imagePullPolicy .Values.image.pullPolicy }}
{{- end -}}

{{/* What every pod of ours says alike, whoever it runs as. */}}
{{- define "linkerd-multus.podBasics" -}}
{{- with .Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
# A Service of this release would turn into variables like LINKERD_MULTUS_WEBHOOK_PORT, which look like settings.
enableServiceLinks: false
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
nodeSelector:
  {{- toYaml .Values.nodeSelector | nindent 2 }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/*
Pods that need nothing from their node run as any user but root. On OpenShift the namespace's range decides which one;
elsewhere there has to be a number, or the kubelet cannot tell that it is not root.
*/}}
{{- define "linkerd-multus.nonRootPodSecurityContext" -}}
runAsNonRoot: true
{{- $platform := include "linkerd-multus.platform" . | fromYaml }}
{{- if and $platform.runAsUser .Values.runAsUser }}
runAsUser: {{ .Values.runAsUser | int64 }}
{{- end }}
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "linkerd-multus.containerSecurityContext" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end -}}

{{/* Settings that the three parts have in common. */}}
{{- define "linkerd-multus.commonEnv" -}}
- name: LINKERD_MULTUS_LOG_LEVEL
  value: {{ .Values.global.logLevel }}
- name: LINKERD_MULTUS_LOG_FORMAT
  value: {{ .Values.global.logFormat }}
- name: LINKERD_MULTUS_RELEASE
  value: {{ include "linkerd-multus.release" . }}
- name: LINKERD_MULTUS_POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: LINKERD_MULTUS_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Where the attachments are, if there are any: the controller keeps them there, and the webhook has pods refer to them. */}}
{{- define "linkerd-multus.attachmentEnv" -}}
- name: LINKERD_MULTUS_ATTACHMENT_SCOPE
  value: {{ ternary (.Values.global.attachments.scope | kebabcase) "none" (not (empty (include "linkerd-multus.attaches" .))) }}
- name: LINKERD_MULTUS_ATTACHMENT_NAMESPACE
  value: {{ .Values.global.attachments.namespace | quote }}
{{- end -}}

{{/*
Probes of a part. Readiness is looked at as soon as the kubelet sees the container run, and every second after; a startup probe would
add up to a second of its own. Readiness says in its body what is missing. Liveness is patient: a restart cures a hung process, not a
busy node, and a start may take two minutes: 70 s, and five more tries 10 s apart.
*/}}
{{- define "linkerd-multus.probes" -}}
readinessProbe:
  httpGet:
    path: /readyz
    port: http
  periodSeconds: 1
  timeoutSeconds: 2
  failureThreshold: 5
livenessProbe:
  httpGet:
    path: /livez
    port: http
  initialDelaySeconds: 70
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end -}}
