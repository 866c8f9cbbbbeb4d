{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of the Multus daemon.
*/}}

{{- define "linkerd-multus.multus.binDir" -}}
{{- default (default "/opt/cni/bin" (include "linkerd-multus.platform" . | fromYaml).binDir) .Values.binDir -}}
{{- end -}}

{{- define "linkerd-multus.multus.cniConfigDir" -}}
{{- default (include "linkerd-multus.platform" . | fromYaml).confDir .Values.cniConfigDir -}}
{{- end -}}

{{/* Where the daemon serves its health. It is in the node's own network, so the port has to be free on every node. */}}
{{- define "linkerd-multus.multus.healthPort" -}}
{{- default 9643 .Values.healthPort -}}
{{- end -}}

{{/* The node's root, in which plugins are started. */}}
{{- define "linkerd-multus.multus.root" -}}
/hostroot
{{- end -}}

{{/* Keys of daemon-config.json that have a value of their own, as they are. */}}
{{- define "linkerd-multus.multus.documentedKeys" -}}
cniVersion multusMasterCNI multusConfigFile forceCNIVersion overrideNetworkName readinessindicatorfile cniDir confDir socketDir namespaceIsolation multusNamespace defaultNetworks auxiliaryCNIChainName retryDeleteOnError logLevel logToStderr logFile logOptions
{{- end -}}

{{/* daemon-config.json: keys and types of upstream's. What is empty or false is left out, and so is as it is where nothing is said. */}}
{{- define "linkerd-multus.multus.daemonConfig" -}}
{{- $config := dict -}}
{{- range $key := include "linkerd-multus.multus.documentedKeys" . | splitList " " -}}
{{- with index $.Values $key -}}
{{- $_ := set $config $key . -}}
{{- end -}}
{{- end -}}
{{- $_ := set $config "chrootDir" (include "linkerd-multus.multus.root" .) -}}
{{- $_ := set $config "daemonSocketDir" .Values.socketDir -}}
{{- $_ := set $config "binDir" (include "linkerd-multus.multus.binDir" .) -}}
{{- $_ := set $config "cniConfigDir" (include "linkerd-multus.multus.cniConfigDir" .) -}}
{{- $_ := set $config "multusAutoconfigDir" (default (include "linkerd-multus.multus.cniConfigDir" .) .Values.multusAutoconfigDir) -}}
{{- $_ := set $config "systemNamespaces" .Values.systemNamespaces -}}
{{- with .Values.globalNamespaces -}}
{{- $_ := set $config "globalNamespaces" (join "," .) -}}
{{- end -}}
{{- with .Values.connectionLimit -}}
{{- $_ := set $config "connectionLimit" (int64 .) -}}
{{- end -}}
{{- $taken := concat (keys $config) (include "linkerd-multus.multus.documentedKeys" . | splitList " ") (list "globalNamespaces" "connectionLimit") | uniq | sortAlpha -}}
{{- range $key, $_ := .Values.config -}}
{{- range $own := $taken -}}
{{- if eq (lower $key) (lower $own) -}}
{{- fail (printf "multus.config: %s has a value of its own, or is the chart's: set multus.%s where there is one, and leave it out here" $key $own) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toPrettyJson (merge $config (deepCopy .Values.config)) -}}
{{- end -}}

{{/*
Folders of the node, as YAML of path: {name, at, type, propagation, readOnly}. They are mounted under their own paths: what the daemon reads in a
request or in its configuration is a path of the node, and plugins in the node's root are called with it. The folder of plugins is reached by the
node's root alone: of a node that lacks it the daemon can say so, which it could not if the kubelet had to find it first.
*/}}
{{- define "linkerd-multus.multus.hostFolders" -}}
{{- $folders := dict -}}
{{- /* Those that a person names: a file that comes later may come with a mount. */ -}}
{{- range $value, $path := dict "autoconfig" .Values.multusAutoconfigDir "readiness" (dir .Values.readinessindicatorfile) "config" (dir .Values.multusConfigFile) -}}
{{- if hasPrefix "/" $path -}}
{{- $_ := set $folders $path (dict "name" $value "propagation" "HostToContainer") -}}
{{- end -}}
{{- end -}}
{{- /* The runtime's own, which it makes before it starts a pod. Elsewhere than usual it would not be a runtime's where it is not there. */ -}}
{{- $networks := include "linkerd-multus.multus.cniConfigDir" . -}}
{{- $_ := set $folders $networks (dict "name" "networks" "type" (ternary "DirectoryOrCreate" "Directory" (hasPrefix "/etc/cni/" $networks))) -}}
{{- $_ := set $folders .Values.cniDir (dict "name" "state") -}}
{{- $_ := set $folders .Values.confDir (dict "name" "named-networks") -}}
{{- $_ := set $folders .Values.socketDir (dict "name" "socket") -}}
{{- /* What device plugins say of the devices that the kubelet allots, and which ones it has allotted. */ -}}
{{- $_ := set $folders "/run/k8s.cni.cncf.io" (dict "name" "devices") -}}
{{- $_ := set $folders (printf "%s/pod-resources" .Values.kubeletDir) (dict "name" "allotted" "at" "/var/lib/kubelet/pod-resources" "readOnly" true) -}}
{{- $_ := set $folders (printf "%s/device-plugins" .Values.kubeletDir) (dict "name" "checkpoint" "at" "/var/lib/kubelet/device-plugins" "readOnly" true) -}}
{{- /* Network namespaces are looked for below it, and each is a mount that is made after the daemon's own. */ -}}
{{- $_ := set $folders "/" (dict "name" "root" "at" (include "linkerd-multus.multus.root" .) "type" "Directory" "propagation" "HostToContainer") -}}
{{- range $path, $folder := $folders -}}
{{- $_ := set $folders $path (merge $folder (dict "at" $path "type" "DirectoryOrCreate" "propagation" "" "readOnly" false)) -}}
{{- end -}}
{{- toYaml $folders -}}
{{- end -}}

{{/* Not empty where reference plugins are brought along. */}}
{{- define "linkerd-multus.multus.pluginsImage" -}}
{{- with .Values.plugins -}}
{{- if .names -}}
{{- if not .image.repository -}}
{{- fail "multus.plugins.names: say in multus.plugins.image which image has them, like registry.example.com/plugins with a tag" -}}
{{- end -}}
{{- include "linkerd-multus.image" (dict "image" .image "registry" "" "version" "latest") -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Annotations of the daemon's pods: a daemon reads its configuration when it starts; an autoscaler that empties a node leaves it to the last. */}}
{{- define "linkerd-multus.multus.podAnnotations" -}}
cluster-autoscaler.kubernetes.io/enable-ds-eviction: "false"
multus.linkerd.io/daemon-config: {{ include "linkerd-multus.multus.daemonConfig" . | sha256sum | trunc 16 | quote }}
{{- if not (include "linkerd-multus.multus.hasAppArmorField" .) }}
container.apparmor.security.beta.kubernetes.io/multus: unconfined
{{- end }}
{{- if (include "linkerd-multus.platform" . | fromYaml).scc }}
openshift.io/required-scc: {{ include "linkerd-multus.multus.scc" . }}
{{- end -}}
{{- end -}}

{{/* Not empty where Kubernetes has AppArmor as a field, as from 1.30 on; before, there is an annotation. */}}
{{- define "linkerd-multus.multus.hasAppArmorField" -}}
{{- if semverCompare ">=1.30.0-0" .Capabilities.KubeVersion.Version }}yes{{ end -}}
{{- end -}}

{{- define "linkerd-multus.multus.scc" -}}
{{- default (include "linkerd-multus.fullname" .) .Values.securityContextConstraints.name -}}
{{- end -}}
