{{/*
SPDX-License-Identifier: Apache-2.0
Global values are shared with every chart of a release. By itself this chart refuses a key that it does not know; as a dependency of another
one it cannot tell a misspelt key of its own from a key of another chart, and leaves both alone.
*/}}

{{/*
The keys of global, and of those two of its objects whose names other charts use, too. The schema knows the same ones, and has every
other object of global closed: those are this chart's alone.
*/}}
{{- define "linkerd-multus.globals" -}}
global: [platform, mode, imageRegistry, imagePullPolicy, imagePullSecrets, logLevel, logFormat, kubeconfigPath, linkerd, commonLabels, excludedNamespaces, excludeOpenShiftNamespaces, attachments, networkPolicy, monitoring, multus]
global.networkPolicy: [enabled, egress]
global.monitoring: [kind, interval, labels]
{{- end -}}

{{/* The keys of global that this chart does not know, as YAML of the whole name: that of the key which may be meant, or empty. */}}
{{- define "linkerd-multus.unknownGlobals" -}}
{{- $unknown := dict -}}
{{- range $place, $known := include "linkerd-multus.globals" . | fromYaml -}}
{{- $values := $.Values -}}
{{- range splitList "." $place -}}
{{- $values = get $values . | default dict -}}
{{- end -}}
{{- range keys $values -}}
{{- if not (has . $known) -}}
{{- $meant := include "linkerd-multus.meant" (dict "said" . "known" $known) -}}
{{- $_ := set $unknown (printf "%s.%s" $place .) (ternary "" (printf "%s.%s" $place $meant) (empty $meant)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $unknown -}}
{{- end -}}

{{/* Which of (dict "known" keys) may be meant by "said": one letter more, less or other, the same ones in another order, or of other case. */}}
{{- define "linkerd-multus.meant" -}}
{{- $said := lower .said -}}
{{- $meant := "" -}}
{{- range $key := .known -}}
{{- $known := lower $key -}}
{{- $near := eq (splitList "" $said | sortAlpha | join "") (splitList "" $known | sortAlpha | join "") -}}
{{- range $at := until (len $known) -}}
{{- $before := substr 0 $at $known -}}
{{- $near = or $near (regexMatch (printf "^%s.?%s$" $before (substr (int (add1 $at)) -1 $known)) $said) -}}
{{- $near = or $near (regexMatch (printf "^%s.%s$" $before (substr $at -1 $known)) $said) -}}
{{- end -}}
{{- if or $near (regexMatch (printf "^%s.$" $known) $said) -}}
{{- $meant = $key -}}
{{- end -}}
{{- end -}}
{{- $meant -}}
{{- end -}}

{{/* Refuses a key of global that nothing reads, where this chart is not a part of another one. */}}
{{- define "linkerd-multus.requireKnownGlobals" -}}
{{- if .Chart.IsRoot -}}
{{- range $name, $meant := include "linkerd-multus.unknownGlobals" . | fromYaml -}}
{{- $place := splitList "." $name | initial | join "." -}}
{{- $known := get (include "linkerd-multus.globals" $ | fromYaml) $place -}}
{{- $hint := ternary "" (printf "did you mean %s? " $meant) (empty $meant) -}}
{{- fail (printf "%s is no value of this chart: %sin %s there are %s" $name $hint $place (sortAlpha $known | join ", ")) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Secrets of the registry as Kubernetes has them. Other charts take global.imagePullSecrets as a list of names, so both are taken. */}}
{{- define "linkerd-multus.pullSecrets" -}}
{{- $secrets := list -}}
{{- range .Values.global.imagePullSecrets -}}
{{- $secrets = append $secrets (ternary (dict "name" .) . (kindIs "string" .)) -}}
{{- end -}}
{{- with uniq $secrets -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}
