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
{{- include "linkerd-multus.releaseLabels" (dict "context" . "own" (include "linkerd-multus.selectorLabels" .)) -}}
{{- end -}}

{{/* What all objects of a release are labelled with, whatever part they are of, from (dict "context" $ "own" the labels of that part). */}}
{{- define "linkerd-multus.releaseLabels" -}}
{{- $own := .own -}}
{{- with .context -}}
{{- $ours := printf "%s\napp.kubernetes.io/part-of: linkerd-multus\napp.kubernetes.io/version: %s\napp.kubernetes.io/managed-by: %s" $own (quote .Chart.AppVersion) .Release.Service -}}
{{- include "linkerd-multus.joined" (dict "ours" $ours "said" (include "linkerd-multus.global" . | fromJson).commonLabels "by" "global.commonLabels" "fixed" (include "linkerd-multus.fixedLabels" .)) -}}
{{- end -}}
{{- end -}}

{{/* The labels by which Services and workloads find pods, and Helm, the operator, other installers and `linkerd check` find objects. */}}
{{- define "linkerd-multus.fixedLabels" -}}
app.kubernetes.io/name app.kubernetes.io/instance app.kubernetes.io/managed-by multus.linkerd.io/installer-of
{{- if include "linkerd-multus.replacesCniChart" . }} k8s-app linkerd.io/cni-resource{{ end -}}
{{- end -}}

{{/*
Labels or annotations with each key once, for Helm 4 and Flux refuse a second one: from (dict "ours" lines of the chart's "said" those of a
value "by" the value's name "fixed" keys that mean something to others). Of a key that both have, what the value says counts; a fixed one
is refused unless it is the chart's own.
*/}}
{{- define "linkerd-multus.joined" -}}
{{- $said := default dict .said -}}
{{- $ours := fromYaml .ours -}}
{{- $by := .by -}}
{{- range splitList " " .fixed -}}
{{- if and (hasKey $said .) (ne (get $said . | toString) (get $ours . | toString)) -}}
{{- fail (printf "%s: %s is the chart's own, and something else in its place would break the release: leave it out" $by .) -}}
{{- end -}}
{{- end -}}
{{- $lines := list -}}
{{- range splitList "\n" .ours -}}
{{- if and . (not (hasKey $said (splitList ": " . | first))) -}}
{{- $lines = append $lines . -}}
{{- end -}}
{{- end -}}
{{- with $said -}}
{{- $lines = append $lines (toYaml .) -}}
{{- end -}}
{{- join "\n" $lines -}}
{{- end -}}

{{/*
Labels and annotations of a part's pods, from (dict "context" $ "annotations" lines of the part's own "fixed" keys of those). Ours are never
meshed: the mesh waits for them, not they for it.
*/}}
{{- define "linkerd-multus.podMetadata" -}}
{{- $annotations := printf "linkerd.io/inject: disabled\n%s" .annotations -}}
{{- $fixed := printf "linkerd.io/inject %s" .fixed -}}
{{- with .context -}}
labels:
  {{- include "linkerd-multus.joined" (dict "ours" (include "linkerd-multus.labels" .) "said" .Values.podLabels "by" (printf "%s.podLabels" .Chart.Name) "fixed" "app.kubernetes.io/name app.kubernetes.io/instance") | nindent 2 }}
annotations:
  {{- include "linkerd-multus.joined" (dict "ours" $annotations "said" .Values.podAnnotations "by" (printf "%s.podAnnotations" .Chart.Name) "fixed" $fixed) | nindent 2 }}
{{- end -}}
{{- end -}}

{{/* The SCC of pods that need nothing from their node, as an annotation; none where the platform has no SCCs. */}}
{{- define "linkerd-multus.restrictedScc" -}}
{{- if (include "linkerd-multus.platform" . | fromYaml).scc -}}
openshift.io/required-scc: restricted-v2
{{- end -}}
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
{{- $global := include "linkerd-multus.global" . | fromJson -}}
image: {{ include "linkerd-multus.image" (dict "image" .Values.image "registry" $global.imageRegistry "version" .Chart.AppVersion) }}
imagePullPolicy: {{ default $global.imagePullPolicy .Values.image.pullPolicy }}
{{- end -}}

{{/* What every pod of ours says alike, whoever it runs as. */}}
{{- define "linkerd-multus.podBasics" -}}
{{- with include "linkerd-multus.pullSecrets" . }}
imagePullSecrets:
  {{- . | nindent 2 }}
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

{{/* Settings that the three parts have in common. How one part logs its own `env` may say. */}}
{{- define "linkerd-multus.commonEnv" -}}
{{- $global := include "linkerd-multus.global" . | fromJson -}}
{{- $said := list -}}
{{- range .Values.env -}}
{{- $said = append $said .name -}}
{{- end -}}
{{- if not (has "LINKERD_MULTUS_LOG_LEVEL" $said) }}
- name: LINKERD_MULTUS_LOG_LEVEL
  value: {{ $global.logLevel }}
{{- end }}
{{- if not (has "LINKERD_MULTUS_LOG_FORMAT" $said) }}
- name: LINKERD_MULTUS_LOG_FORMAT
  value: {{ $global.logFormat }}
{{- end }}
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
{{- end -}}

{{/*
The variables of a part's `env`, from (dict "context" $ "own" the part's list of the chart's). Kubernetes takes a name once: Helm 4 is refused
with two, and of Helm 3 the last one counted, whichever that was. What the chart says from values that other objects follow too is refused.
*/}}
{{- define "linkerd-multus.moreEnv" -}}
{{- $by := printf "%s.env" .context.Chart.Name -}}
{{- $ours := list -}}
{{- range concat (include "linkerd-multus.commonEnv" .context | fromYamlArray) (fromYamlArray .own) -}}
{{- $ours = append $ours .name -}}
{{- end -}}
{{- $said := list -}}
{{- range .context.Values.env -}}
{{- if has .name $ours -}}
{{- fail (printf "%s: the chart sets %s itself: leave it out, and where the chart has a value for it, set that" $by .name) -}}
{{- else if has .name $said -}}
{{- fail (printf "%s: %s is there twice: leave one out" $by .name) -}}
{{- end -}}
{{- $said = append $said .name -}}
{{- end -}}
{{- with .context.Values.env -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}

{{/* Where the attachments are, if there are any: the controller keeps them there, and the webhook has pods refer to them. */}}
{{- define "linkerd-multus.attachmentEnv" -}}
{{- $attachments := (include "linkerd-multus.global" . | fromJson).attachments -}}
- name: LINKERD_MULTUS_ATTACHMENT_SCOPE
  value: {{ ternary ($attachments.scope | kebabcase) "none" (not (empty (include "linkerd-multus.attaches" .))) }}
- name: LINKERD_MULTUS_ATTACHMENT_NAMESPACE
  value: {{ $attachments.namespace | quote }}
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
