{{/*
SPDX-License-Identifier: Apache-2.0
Refuses the daemon where it would do harm: beside another Multus, which writes the same file for the container runtime, and with folders that the
node's container runtime does not look into. What cannot be seen, as by `helm template`, is not refused.
*/}}

{{- define "linkerd-multus.multus.requireSoleMultus" -}}
{{- if and .Values.requireSoleMultus (include "linkerd-multus.seesCluster" .) -}}
{{- if include "linkerd-multus.hasNetworkOperator" . -}}
{{- with lookup "operator.openshift.io/v1" "Network" "" "cluster" -}}
{{- if not (dig "spec" "disableMultiNetwork" false .) -}}
{{- fail "multus.enabled: OpenShift's network operator runs Multus on this cluster already, and puts back what another one changes. Leave multus.enabled=false: this release works with that Multus. To have this one in its place, set spec.disableMultiNetwork: true in the Network cluster of operator.openshift.io, which is for clusters without other users of Multus, and install again" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range dig "items" (list) (lookup "apps/v1" "DaemonSet" "" "") -}}
{{- if and (include "linkerd-multus.multus.isMultus" .) (not (include "linkerd-multus.multus.isOfRelease" (dict "object" . "release" $.Release))) -}}
{{- fail (printf "multus.enabled: DaemonSet %s in namespace %s runs Multus already, and two on one node write the same file for the container runtime. Leave multus.enabled=false: this release works with that Multus. To have this one in its place, remove that one first. If it is something else, set multus.requireSoleMultus=false" .metadata.name .metadata.namespace) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Without the kind no pod with an attachment starts, and the controller is never ready. */}}
{{- define "linkerd-multus.multus.requireKind" -}}
{{- /* The API server serves a kind some moments after its definition is there. */ -}}
{{- if and .Values.requireKind (include "linkerd-multus.lacksKind" .) (not (lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" "network-attachment-definitions.k8s.cni.cncf.io")) -}}
{{- fail "multus.enabled: the cluster does not know the kind NetworkAttachmentDefinition. Install it before: helm upgrade --install linkerd-multus-crds charts/linkerd-multus-crds, in the namespace that it is in if you have it, with --set networkAttachmentDefinitions.install=auto. If it is installed together with this chart, set multus.requireKind=false" -}}
{{- end -}}
{{- end -}}

{{/* Not empty where a DaemonSet is one of Multus' daemon, thin or thick, by the names, labels and images that upstream and distributions give it. */}}
{{- define "linkerd-multus.multus.isMultus" -}}
{{- $labels := default dict .metadata.labels -}}
{{- $named := regexMatch "^(multus|kube-multus-ds.*|rke2-multus(-ds)?)$" .metadata.name -}}
{{- range list "app" "name" "app.kubernetes.io/name" -}}
{{- $named = or $named (eq (get $labels .) "multus") -}}
{{- end -}}
{{- range dig "spec" "template" "spec" "containers" (list) . -}}
{{- $named = or $named (regexMatch "(^|/)(multus|[a-z0-9-]*multus-cni)([:@]|$)" .image) -}}
{{- end -}}
{{- if $named }}yes{{ end -}}
{{- end -}}

{{- define "linkerd-multus.multus.isOfRelease" -}}
{{- $annotations := default dict .object.metadata.annotations -}}
{{- if and (eq (get $annotations "meta.helm.sh/release-name") .release.Name) (eq (get $annotations "meta.helm.sh/release-namespace") .release.Namespace) }}yes{{ end -}}
{{- end -}}

{{/*
Folders of the node are mounted under their own paths: one that has a folder of the image in it would hide that, and the daemon could not start.
Of the socket's folder the daemon makes one that root alone enters, so nothing else may lie in it.
*/}}
{{- define "linkerd-multus.multus.requireApartFolders" -}}
{{- $folders := include "linkerd-multus.multus.hostFolders" . | fromYaml -}}
{{- range $path, $folder := $folders -}}
{{- range $own := list "/opt/java/bin" "/opt/linkerd-multus/bin" "/app/x" "/etc/linkerd-multus/x" "/plugins/x" "/tmp/x" "/usr/lib/x" "/usr/lib64/x" "/lib/x" "/lib64/x" "/proc/x" "/sys/x" "/dev/x" -}}
{{- if and (ne $path "/") (hasPrefix (printf "%s/" $path) $own) -}}
{{- fail (printf "multus: the node's folder %s would be mounted over a folder of the image (%s), and the daemon could not start: choose another one" $path (dir $own)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $others := list "/run/netns" "/var/run/netns" .Values.cniDir .Values.confDir .Values.multusAutoconfigDir (include "linkerd-multus.multus.cniConfigDir" .) (include "linkerd-multus.multus.binDir" .) -}}
{{- range concat $others (keys (unset $folders .Values.socketDir) | sortAlpha) -}}
{{- if hasPrefix (printf "%s/" $.Values.socketDir) (printf "%s/" .) -}}
{{- fail (printf "multus.socketDir: %s has the node's folder %s in it, and would be closed to all but root: give the socket a folder of its own, like /run/multus" $.Values.socketDir .) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The port of upstream's name is served besides; twice the same one ends the daemon at its start. */}}
{{- define "linkerd-multus.multus.requireTwoPorts" -}}
{{- $metrics := get .Values.config "metricsPort" | default 0 | int64 -}}
{{- if eq $metrics (include "linkerd-multus.multus.healthPort" . | int64) -}}
{{- fail (printf "multus.config.metricsPort: %d is multus.healthPort, where the metrics are anyway: leave it out" $metrics) -}}
{{- end -}}
{{- end -}}

{{/* Where the platform is not said, the version of some tells that their folders are not the usual ones. */}}
{{- define "linkerd-multus.multus.requireKnownFolders" -}}
{{- $version := .Capabilities.KubeVersion.Version -}}
{{- if and (eq (include "linkerd-multus.global" . | fromJson).platform "auto") (not (and .Values.binDir .Values.cniConfigDir)) -}}
{{- range $mark, $platform := dict "+k3s" "k3s (k3s-legacy and k3d are others, and kubernetes where it runs with --flannel-backend=none)" "-gke." "gke (kubernetes on Google Distributed Cloud)" -}}
{{- if contains $mark $version -}}
{{- fail (printf "multus.enabled: container runtimes of Kubernetes %s have other folders than most, and global.platform is auto: set it to %s, or say the folders in multus.binDir and multus.cniConfigDir" $version $platform) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
