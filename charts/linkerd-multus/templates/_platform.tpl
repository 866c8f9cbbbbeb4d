{{/*
SPDX-License-Identifier: Apache-2.0
All that the chart does differently on one platform than on another, a row each:

  binDir     where the node's container runtime, or its Multus, looks for plugins; empty where the installer has to find out
  confDir    where the container runtime loads its networks from
  multusDir  where Multus looks for networks that attachments without a configuration name
  chainDir   where Multus looks for plugins to run for every pod; empty where it does not
  scc        SecurityContextConstraints admit pods: ours is made, and every pod says which one it needs
  mayBind    the controller may bind Linkerd's service accounts to a ClusterRole of the platform's; a right that does nothing elsewhere
  serviceCa  OpenShift's service-ca may be there to make certificates
  runAsUser  pods that are not root have to say as which user, or the kubelet cannot tell that they are not
  judges     the platform judges NetworkAttachmentDefinitions itself, or may do so: ours are left out
  quota      pods of the critical PriorityClasses need a ResourceQuota that allows them
  enforcer   AKS' admissions enforcer may be there, which rewrites the selectors of webhook configurations that do not forbid it
  selects    namespaces may have a default node selector, which keeps a DaemonSet off the other nodes
  seLinux    SELinux options of pods with folders of the node; where SELinux is off the container runtime ignores them
  adds       capabilities without which root cannot write to the node's folders
  cli        what a person types
*/}}
{{- define "linkerd-multus.platforms" -}}
# What a row does not say is as here; the installer has the same folders in NodePlatform.
usual: {binDir: /opt/cni/bin, confDir: /etc/cni/net.d, multusDir: /etc/cni/multus/net.d, chainDir: "", scc: false, mayBind: false, serviceCa: false, runAsUser: true, judges: false, quota: false, enforcer: true, selects: false, seLinux: {}, adds: [], cli: kubectl}

openshift:  {binDir: /var/lib/cni/bin, confDir: /etc/kubernetes/cni/net.d, chainDir: /run/multus/cni/net.d/vendor-cni-chain, scc: true, mayBind: true, serviceCa: true, runAsUser: false, judges: true, enforcer: false, selects: true, cli: oc}
microshift: {binDir: /run/cni/bin, scc: true, mayBind: true, serviceCa: true, runAsUser: false, enforcer: false, cli: oc}
k3d: {binDir: /bin, confDir: /var/lib/rancher/k3s/agent/etc/cni/net.d}
k3s: {binDir: /var/lib/rancher/k3s/data/cni, confDir: /var/lib/rancher/k3s/agent/etc/cni/net.d, seLinux: {type: spc_t, level: s0}}
k3s-legacy: {binDir: /var/lib/rancher/k3s/data/current/bin, confDir: /var/lib/rancher/k3s/agent/etc/cni/net.d, seLinux: {type: spc_t, level: s0}}
rke2: {seLinux: {type: spc_t, level: s0}}
microk8s: {binDir: /var/snap/microk8s/current/opt/cni/bin, confDir: /var/snap/microk8s/current/args/cni-network}
gke: {binDir: /home/kubernetes/bin, quota: true}
bottlerocket: {seLinux: {type: super_t, level: s0}}
eks: {}
aks: {}
minikube: {}
kind: {}
talos: {}
k0s: {}
rancher-desktop: {binDir: /usr/libexec/cni}
tkgi: {binDir: /var/vcap/jobs/kubelet/packages/cni/bin}
kubespray: {adds: [DAC_OVERRIDE]}
kubernetes: {}
auto: {binDir: "", mayBind: true, serviceCa: true, judges: true}
{{- end -}}

{{/*
The row of this cluster, as YAML.
Its API groups decide, when there is a cluster: with SecurityContextConstraints and without a configuration of the cluster it is
MicroShift, and with Multus, or where this release brings it, but without SecurityContextConstraints it is neither. Rendered without a cluster it
stays auto, where the chart cannot know, until global.platform says more. Google's versions tell of the quota, and not of the folders: GKE's are
elsewhere, those of Google Distributed Cloud are the usual ones.
*/}}
{{- define "linkerd-multus.platform" -}}
{{- $name := (include "linkerd-multus.global" . | fromJson).platform -}}
{{- $auto := eq $name "auto" -}}
{{- if $auto -}}
{{- if .Capabilities.APIVersions.Has "security.openshift.io/v1" -}}
{{- $name = ternary "openshift" "microshift" (.Capabilities.APIVersions.Has "config.openshift.io/v1") -}}
{{- else if or (.Capabilities.APIVersions.Has "k8s.cni.cncf.io/v1") (and (include "linkerd-multus.seesCluster" .) (include "linkerd-multus.bringsMultus" .)) -}}
{{- $name = "kubernetes" -}}
{{- end -}}
{{- end -}}
{{- $table := include "linkerd-multus.platforms" . | fromYaml -}}
{{- $google := and $auto (contains "-gke." .Capabilities.KubeVersion.Version) -}}
{{- mergeOverwrite (dict "name" $name) $table.usual (get $table $name) (ternary (dict "quota" true) dict $google) | toYaml -}}
{{- end -}}

{{/* SELinux options of a part's pods that have folders of the node: what its values say, else what the platform needs; empty for none. */}}
{{- define "linkerd-multus.seLinuxOptions" -}}
{{- with default (include "linkerd-multus.platform" . | fromYaml).seLinux .Values.seLinuxOptions -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}

{{/*
How the runtime comes to call the plugin, for every part. What a person says, else what the API groups say: with Multus the attachments do, and
where a cluster is seen without it, and this release does not bring it, the plugin is chained. Without a cluster to look at it is taken for
granted that there is Multus.
*/}}
{{- define "linkerd-multus.mode" -}}
{{- $said := (include "linkerd-multus.global" . | fromJson).mode -}}
{{- if ne $said "auto" -}}
{{- $said -}}
{{- else if include "linkerd-multus.lacksMultus" . -}}
chained
{{- else -}}
nad
{{- end -}}
{{- end -}}

{{/* Not empty where pods refer to attachments, which the controller makes; chained, the runtime calls the plugin for every pod. */}}
{{- define "linkerd-multus.attaches" -}}
{{- if ne (include "linkerd-multus.mode" .) "chained" }}yes{{ end -}}
{{- end -}}

{{/*
Refuses an installer in a mode of its own that leaves pods without rules, or gives them rules twice: whether pods refer to attachments is for
controller and webhook, and they cannot follow a value of the installer's.
*/}}
{{- define "linkerd-multus.requireOneMode" -}}
{{- $own := .Values.installer.mode -}}
{{- $mode := include "linkerd-multus.mode" . -}}
{{- if and .Values.installer.enabled (or .Values.controller.enabled .Values.webhook.enabled) (ne $own "auto") (ne (eq $own "chained") (eq $mode "chained")) -}}
{{- $why := ternary "where the container runtime would call the plugin for every pod, and Multus once more for those with an attachment" "where pods would get no attachment, and so nothing would call the plugin" (eq $own "chained") -}}
{{- fail (printf "installer.mode %s, while controller and webhook are in mode %s, %s: set installer.mode=auto and global.mode=%s, which holds for every part" $own $mode $why $own) -}}
{{- end -}}
{{- end -}}

{{/* Refuses an installer that puts the plugin where the Multus of this release does not look for it. Each of the two has a value for its folder. */}}
{{- define "linkerd-multus.requireOnePluginFolder" -}}
{{- if and .Values.installer.enabled (include "linkerd-multus.bringsMultus" .) -}}
{{- $usual := (include "linkerd-multus.platform" . | fromYaml).binDir -}}
{{- $installers := default $usual .Values.installer.cniBinDir -}}
{{- $looked := default (default "/opt/cni/bin" $usual) .Values.multus.binDir -}}
{{- if and $installers (ne $installers $looked) -}}
{{- fail (printf "multus.binDir: Multus would look for plugins in %s, and the installer put Linkerd's into %s: set multus.binDir and installer.cniBinDir to the same folder" $looked $installers) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Not empty where this release brings Multus itself, whose kind may come later than it. The part multus tells it, by import-values. */}}
{{- define "linkerd-multus.bringsMultus" -}}
{{- if dig "linkerdMultus" "bringsMultus" false (default dict .Values.global) }}yes{{ end -}}
{{- end -}}

{{/* Not empty where there is a cluster, and NetworkAttachmentDefinitions are no known kind of it. */}}
{{- define "linkerd-multus.lacksKind" -}}
{{- if and (include "linkerd-multus.seesCluster" .) (not (.Capabilities.APIVersions.Has "k8s.cni.cncf.io/v1")) }}yes{{ end -}}
{{- end -}}

{{/* Not empty where that is so, and this release does not bring Multus. OpenShift has it, whether the kind is known yet or not. */}}
{{- define "linkerd-multus.lacksMultus" -}}
{{- if and (include "linkerd-multus.lacksKind" .) (not (include "linkerd-multus.bringsMultus" .)) (not (.Capabilities.APIVersions.Has "security.openshift.io/v1")) }}yes{{ end -}}
{{- end -}}

{{/* Not empty where there is a cluster to look at: only a cluster tells kinds besides groups and versions. */}}
{{- define "linkerd-multus.seesCluster" -}}
{{- if .Capabilities.APIVersions.Has "v1/Namespace" }}yes{{ end -}}
{{- end -}}

{{/* Not empty where the API server serves ValidatingAdmissionPolicies, as it does from Kubernetes 1.30 on. */}}
{{- define "linkerd-multus.hasAdmissionPolicies" -}}
{{- if include "linkerd-multus.seesCluster" . -}}
{{- if .Capabilities.APIVersions.Has "admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy" }}yes{{ end -}}
{{- else -}}
{{- if semverCompare ">=1.30.0-0" .Capabilities.KubeVersion.Version }}yes{{ end -}}
{{- end -}}
{{- end -}}

{{/* Not empty where OpenShift's network operator is there, which runs Multus itself unless it is told not to. */}}
{{- define "linkerd-multus.hasNetworkOperator" -}}
{{- if and (include "linkerd-multus.seesCluster" .) (.Capabilities.APIVersions.Has "operator.openshift.io/v1/Network") }}yes{{ end -}}
{{- end -}}
