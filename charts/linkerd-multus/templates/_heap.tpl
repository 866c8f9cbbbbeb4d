{{/*
SPDX-License-Identifier: Apache-2.0
How much of a container's memory its JVM may take for objects.
*/}}

{{/* Bytes of a quantity like 256Mi. */}}
{{- define "linkerd-multus.bytes" -}}
{{- $units := dict "m" 1e-3 "" 1 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- $unit := regexFind "[A-Za-z]*$" . -}}
{{- if not (hasKey $units $unit) -}}
{{- fail (printf "memory %s: say it in Ki, Mi or Gi" .) -}}
{{- end -}}
{{- mulf (regexFind "^[0-9.]+" . | float64) (get $units $unit) | int64 -}}
{{- end -}}

{{/*
Command of a part's container, from (dict "context" $ "main" class "least" MiB that the part cannot do without). The image has a limit
of its own, which holds where `heap` is a percentage of a memory limit that is not there. Of two limits the JVM takes the later one; the
image's own flags are in a file of it.
*/}}
{{- define "linkerd-multus.command" -}}
{{- $heap := .context.Values.heap -}}
{{- $limit := dig "limits" "memory" "" .context.Values.resources -}}
{{- if not (kindIs "string" $limit) -}}
{{- $limit = printf "%.0f" (float64 $limit) -}}
{{- end -}}
{{- $bytes := 0 -}}
{{- if not (hasSuffix "%" $heap) -}}
{{- $bytes = include "linkerd-multus.bytes" $heap | int64 -}}
{{- else if $limit -}}
{{- $bytes = divf (mulf (include "linkerd-multus.bytes" $limit | float64) (trimSuffix "%" $heap | float64)) 100 | int64 -}}
{{- end -}}
{{- if and $limit (gt $bytes (divf (mulf (include "linkerd-multus.bytes" $limit | float64) 3) 4 | int64)) -}}
{{- fail (printf "%s.heap: %s is more than three quarters of the memory limit %s; code, threads and buffers need the rest" .context.Chart.Name $heap $limit) -}}
{{- end -}}
{{- if $bytes }}
{{- if lt $bytes (mul .least 1048576 | int64) -}}
{{- fail (printf "%s.heap: %s%s is less than the %d MiB that it takes to run" .context.Chart.Name $heap (hasSuffix "%" $heap | ternary (printf " of %s" $limit) "") (int .least)) -}}
{{- end }}
command:
  - /opt/java/bin/java
  - "@/app/java.options"
  - -Xmx{{ div $bytes 1024 }}k
  - {{ .main }}
{{- end }}
{{- end -}}
