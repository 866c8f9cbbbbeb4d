{{/*
SPDX-License-Identifier: Apache-2.0
What Linkerd's CNI chart would make, and where it is found, whoever makes it.
*/}}

{{/* Not empty where this release stands in for Linkerd's CNI chart. */}}
{{- define "linkerd-multus.replacesCniChart" -}}
{{- if eq (include "linkerd-multus.global" . | fromJson).linkerd.cniChart "Replace" }}yes{{ end -}}
{{- end -}}

{{/* Namespace of the ConfigMap that attachments are made from. What this release makes itself is in its own. */}}
{{- define "linkerd-multus.cniNamespace" -}}
{{- $said := (include "linkerd-multus.global" . | fromJson).linkerd.cniNamespace -}}
{{- if include "linkerd-multus.replacesCniChart" . -}}
{{- if and $said (ne $said .Release.Namespace) -}}
{{- fail (printf "global.linkerd.cniNamespace: %s contradicts global.linkerd.cniChart: Replace, which makes Linkerd's CNI objects in the release's own namespace %s; leave global.linkerd.cniNamespace out, or install the release into %s" $said .Release.Namespace $said) -}}
{{- end -}}
{{- .Release.Namespace -}}
{{- else -}}
{{- default "linkerd-cni" $said -}}
{{- end -}}
{{- end -}}

{{/* Name of the installer's DaemonSet; `linkerd check` looks for Linkerd's. */}}
{{- define "linkerd-multus.installerDaemonSet" -}}
{{- if include "linkerd-multus.replacesCniChart" . -}}
linkerd-cni
{{- else -}}
{{- include "linkerd-multus.release" . -}}-installer
{{- end -}}
{{- end -}}

{{/* The name that it has with the other global.linkerd.cniChart. */}}
{{- define "linkerd-multus.installerSuccessor" -}}
{{- if include "linkerd-multus.replacesCniChart" . -}}
{{- include "linkerd-multus.release" . -}}-installer
{{- else -}}
linkerd-cni
{{- end -}}
{{- end -}}

{{/* Labels that Linkerd's chart has on its objects. */}}
{{- define "linkerd-multus.cniResourceLabels" -}}
linkerd.io/cni-resource: "true"
{{- end -}}

{{/* Ports of a list, one by itself, or of a text with commas between them as Linkerd's chart takes it, as a JSON list of texts or, raw, of numbers. */}}
{{- define "linkerd-multus.ports" -}}
{{- $ports := .ports -}}
{{- if not (kindIs "slice" $ports) -}}
{{- $ports = splitList "," (toString $ports) -}}
{{- end -}}
{{- $written := list -}}
{{- range $ports -}}
{{- with toString . | trim -}}
{{- $ends := splitList "-" . -}}
{{- if gt (first $ends | int64) (last $ends | int64) -}}
{{- fail (printf "global.linkerd.cniConfig: the ports %s end before they begin; write %s-%s" . (last $ends) (first $ends)) -}}
{{- end -}}
{{- $written = append $written (ternary . (quote .) $.numbers) -}}
{{- end -}}
{{- end -}}
[{{ join ", " (concat (default list .first) $written) }}]
{{- end -}}

{{/* The configuration of Linkerd's plugin: keys, order and types of Linkerd's chart, and the subnets that the plugin also reads. */}}
{{- define "linkerd-multus.cniNetworkConfig" -}}
{{- $values := (include "linkerd-multus.global" . | fromJson).linkerd.cniConfig -}}
{
  "name": "linkerd-cni",
  "type": "linkerd-cni",
  "log_level": {{ $values.logLevel | quote }},
  "kubernetes": {
    "kubeconfig": "__KUBECONFIG_FILEPATH__"
  },
  "linkerd": {
    "incoming-proxy-port": {{ $values.inboundProxyPort | int64 }},
    "outgoing-proxy-port": {{ $values.outboundProxyPort | int64 }},
    "proxy-uid": {{ $values.proxyUID | int64 }},
    {{- if ge ($values.proxyGID | int64) 0 }}
    "proxy-gid": {{ $values.proxyGID | int64 }},
    {{- end }}
    "ports-to-redirect": {{ include "linkerd-multus.ports" (dict "ports" $values.portsToRedirect "numbers" true) }},
    {{- $own := list ($values.proxyAdminPort | int64 | toString | quote) ($values.proxyControlPort | int64 | toString | quote) }}
    "inbound-ports-to-ignore": {{ include "linkerd-multus.ports" (dict "ports" $values.ignoreInboundPorts "numbers" false "first" $own) }},
    {{- if $values.ignoreOutboundPorts }}
    "outbound-ports-to-ignore": {{ include "linkerd-multus.ports" (dict "ports" $values.ignoreOutboundPorts "numbers" false) }},
    {{- end }}
    {{- with $values.ignoreSubnets }}
    "subnets-to-ignore": {{ toJson . }},
    {{- end }}
    "simulate": false,
    "use-wait-flag": {{ $values.useWaitFlag }},
    "iptables-mode": {{ $values.iptablesMode | quote }},
    "ipv6": {{ not $values.disableIPv6 }}
  }
}
{{- end -}}

{{/*
Refuses to replace what Linkerd's own chart, or another release, has made: Helm would say only whose it is not. What cannot be seen, as by
`helm template`, Helm itself refuses.
*/}}
{{- define "linkerd-multus.requireFreeCniNames" -}}
{{- if include "linkerd-multus.seesCluster" . -}}
{{- $found := list (lookup "rbac.authorization.k8s.io/v1" "ClusterRole" "" "linkerd-cni") (lookup "v1" "ConfigMap" .Release.Namespace "linkerd-cni-config") -}}
{{- range $found -}}
{{- if . -}}
{{- $release := dig "metadata" "annotations" "meta.helm.sh/release-name" "" . -}}
{{- $namespace := dig "metadata" "annotations" "meta.helm.sh/release-namespace" "" . -}}
{{- if or (ne $release $.Release.Name) (ne $namespace $.Release.Namespace) -}}
{{- $whose := "a client other than Helm, such as `linkerd install-cni`" -}}
{{- if $release -}}
{{- $whose = printf "release %s in namespace %s" $release $namespace -}}
{{- end -}}
{{- fail (printf "global.linkerd.cniChart: Replace cannot make %s %s, which is of %s. One of a cluster can have it: take that one away first, or keep it and set global.linkerd.cniChart=Use" .kind .metadata.name $whose) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
