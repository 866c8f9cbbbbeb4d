{{/*
SPDX-License-Identifier: Apache-2.0
Named templates of the installer.
*/}}

{{/* Folder of the plugin on the node, or empty where the installer has to find out. */}}
{{- define "linkerd-multus.installer.binDir" -}}
{{- default (include "linkerd-multus.platform" . | fromYaml).binDir .Values.cniBinDir -}}
{{- end -}}

{{/* The mode of the release, unless the installer has one of its own: a chart cannot read the values of another part. */}}
{{- define "linkerd-multus.installer.mode" -}}
{{- $all := (include "linkerd-multus.global" . | fromJson).mode -}}
{{- if eq .Values.mode "auto" -}}
{{- include "linkerd-multus.mode" . -}}
{{- else if or (eq $all "auto") (eq $all .Values.mode) -}}
{{- .Values.mode -}}
{{- else -}}
{{- fail (printf "installer.mode %s and global.mode %s are different modes: set installer.mode=auto, and global.mode to the one that is meant, which holds for every part" .Values.mode $all) -}}
{{- end -}}
{{- end -}}

{{/* Folder on the node that the mode writes to; empty where it writes to none. */}}
{{- define "linkerd-multus.installer.networkDir" -}}
{{- $mode := include "linkerd-multus.installer.mode" . -}}
{{- $platform := include "linkerd-multus.platform" . | fromYaml -}}
{{- if ne $mode "nad" -}}
{{- $directory := default (get (dict "chained" $platform.confDir "file" $platform.multusDir "auxiliary" $platform.chainDir) $mode) .Values.networkDir -}}
{{- if not $directory -}}
{{- fail (printf "global.mode %s: no folder is known for it on the platform %s; say one in installer.networkDir" $mode $platform.name) -}}
{{- end -}}
{{- $directory -}}
{{- end -}}
{{- end -}}

{{/*
Whether the installer's pods are in the node's own network: where the plugin runs for every pod, a kubeconfig that is no good would otherwise
refuse the very pod that mends it.
*/}}
{{- define "linkerd-multus.installer.hostNetwork" -}}
{{- has (include "linkerd-multus.installer.mode" .) (list "chained" "auxiliary") -}}
{{- end -}}

{{/* Where the installer serves its health. In the node's own network the port has to be free on every node. */}}
{{- define "linkerd-multus.installer.healthPort" -}}
{{- if .Values.healthPort -}}
{{- .Values.healthPort -}}
{{- else if eq (include "linkerd-multus.installer.hostNetwork" .) "true" -}}
9642
{{- else -}}
8080
{{- end -}}
{{- end -}}

{{/* Folder in the installer where linkerd-cni waits to be put on the node. */}}
{{- define "linkerd-multus.installer.pluginDir" -}}
{{- if eq .Values.plugin.source "imageVolume" -}}
/plugin-image{{ dir .Values.plugin.path }}
{{- else -}}
/opt/cni/bin
{{- end -}}
{{- end -}}

{{/* Name of the kubeconfig on the node. Read as a network, it would keep the node from becoming ready. */}}
{{- define "linkerd-multus.installer.kubeconfigName" -}}
{{- $path := (include "linkerd-multus.global" . | fromJson).kubeconfigPath -}}
{{- $name := base $path -}}
{{- if has (ext $name) (list ".conf" ".conflist" ".json") -}}
{{- fail (printf "global.kubeconfigPath: %s must not end in .conf, .conflist or .json: container runtimes read such files as networks" $path) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{- define "linkerd-multus.installer.pluginImage" -}}
{{- include "linkerd-multus.image" (dict "image" .Values.plugin.image "registry" "" "version" "latest") -}}
{{- end -}}

{{- define "linkerd-multus.installer.pluginPullPolicy" -}}
{{- default (include "linkerd-multus.global" . | fromJson).imagePullPolicy .Values.plugin.image.pullPolicy -}}
{{- end -}}

{{/* Service account of linkerd-cni itself, whose token the installer mints. */}}
{{- define "linkerd-multus.installer.pluginServiceAccount" -}}
{{- include "linkerd-multus.release" . }}-plugin
{{- end -}}

{{/* What linkerd-cni may do: read the pod that starts, its namespace, and the ports of the service `kubernetes`. */}}
{{- define "linkerd-multus.installer.pluginRules" -}}
- apiGroups: [""]
  resources: [pods, namespaces]
  verbs: [get]
- apiGroups: [""]
  resources: [services]
  resourceNames: [kubernetes]
  verbs: [get]
{{- end -}}

{{- define "linkerd-multus.installer.pluginLabels" -}}
{{- include "linkerd-multus.releaseLabels" (dict "context" . "own" (printf "app.kubernetes.io/name: plugin\napp.kubernetes.io/instance: %s" .Release.Name)) -}}
{{- end -}}

{{/*
Annotations of the installer's pods: an autoscaler that empties a node leaves the installer to the last; no other SCC that an administrator
grants us may take its own one's place.
*/}}
{{- define "linkerd-multus.installer.podAnnotations" -}}
cluster-autoscaler.kubernetes.io/enable-ds-eviction: "false"
{{- if (include "linkerd-multus.platform" . | fromYaml).scc }}
openshift.io/required-scc: {{ include "linkerd-multus.installer.scc" . }}
{{- end -}}
{{- end -}}

{{/* Capabilities of the installer, as YAML: of the platform and of its own values; empty for none. */}}
{{- define "linkerd-multus.installer.capabilities" -}}
{{- with concat (include "linkerd-multus.platform" . | fromYaml).adds (default list .Values.capabilities) | uniq | sortAlpha -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}

{{- define "linkerd-multus.installer.scc" -}}
{{- default (include "linkerd-multus.fullname" .) .Values.securityContextConstraints.name -}}
{{- end -}}

{{/*
Not empty where an uninstall may take the plugin out of what the container runtime and Multus keep of pods' networks: in mode chained, and in any
other where lists of a mode chained before it can be given back, since pods of that time are still torn down by what was kept of them.
*/}}
{{- define "linkerd-multus.installer.changesCache" -}}
{{- $confDir := (include "linkerd-multus.platform" . | fromYaml).confDir -}}
{{- $reachesLists := or (eq (include "linkerd-multus.installer.mode" .) "chained") (hasPrefix "/etc/cni/" $confDir) -}}
{{- if and $reachesLists (ne (default "auto" .Values.cachedResults) "never") }}yes{{ end -}}
{{- end -}}

{{/*
Folders of the node that the installer may write to, as YAML of name: {path, type}. The kubelet starts no pod with a folder of type Directory
that its node does not have, and such a pod can say nothing; where the folder comes later, as on a new node, the kubelet looks again after up to
two minutes. So a folder of plugins below /opt, where most have theirs, is reached by /opt: the installer says in /readyz and an Event that it is
missing, does not make it, and goes on within a second once it is there. Folders elsewhere have no such parent, and only a platform that is
named, or that API groups of its own tell, has them.

What the node mounts there before the pod starts is seen, as the container runtime binds a folder with all that is mounted below it. What it
mounts later is not: mountPropagation HostToContainer would show it, and keep the pod from starting where the node's root is not a shared mount,
as on systems without systemd.
*/}}
{{- define "linkerd-multus.installer.hostFolders" -}}
{{- $binDir := include "linkerd-multus.installer.binDir" . -}}
cni:
  path: /etc/cni
  type: DirectoryOrCreate
state:
  path: /var/lib/linkerd-multus
  type: DirectoryOrCreate
{{- if and $binDir (or .Values.cniBinDir (not (hasPrefix "/opt/" $binDir))) }}
# The runtime's own folder: where it does not exist, nothing would look for plugins there. One that is said is mounted itself below /opt, too: a
# link on the way, which may lead out of /opt, is the kubelet's to follow.
bin:
  path: {{ $binDir }}
  type: Directory
{{- else }}
# The parent of most runtimes' folder. The file system hierarchy standard has every node have it, read-only ones such as GKE's too; where one
# does without, the kubelet makes an empty /opt, and nothing is made in it.
opt:
  path: /opt
  type: DirectoryOrCreate
{{- end }}
{{- if or (not $binDir) (include "linkerd-multus.installer.changesCache" .) }}
# What libcni and Multus keep of pods' networks, and where nobody could tell the platform, another possible parent of the plugins' folder.
# libcni makes it itself for a node's first pod, which may come later than this one.
var-lib-cni:
  path: /var/lib/cni
  type: DirectoryOrCreate
{{- end }}
{{- with include "linkerd-multus.installer.networkDir" . }}
{{- if not (hasPrefix "/etc/cni/" .) }}
network:
  path: {{ . }}
  # Mode chained changes what a runtime has there, and does not make it a folder: runtimes make theirs before they start a pod. The other two
  # have one of their own there.
  type: {{ ternary "Directory" "DirectoryOrCreate" (eq (include "linkerd-multus.installer.mode" $) "chained") }}
{{- end }}
{{- end }}
{{- end -}}
