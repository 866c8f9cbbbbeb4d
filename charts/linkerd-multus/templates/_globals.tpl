{{/*
SPDX-License-Identifier: Apache-2.0
Global values are shared with every chart of a release. What is in global.linkerdMultus is this chart's alone, and wins. Of all else in global
the chart by itself refuses what does not fit; as a dependency of another chart it does so under names that only this chart can mean. Under names that
others have, too, it takes what does not fit for another chart's, and does without: there is no telling the two apart.
*/}}

{{/* The names in global, of values and of objects, that only this chart can mean, as a regular expression. */}}
{{- define "linkerd-multus.aloneGlobals" -}}
^global\.(excludeOpenShiftNamespaces|attachments\..+|linkerd\.cni(Chart|Namespace|Config(\..+)?))$
{{- end -}}

{{/*
Each global value by its whole name: what it is where nothing that fits is said (usual), and what fits: a text that its JSON matches from
beginning to end, or the least and the most of a number. values.yaml has the same defaults, and values.schema.json the same limits, below
global.linkerdMultus.
*/}}
{{- define "linkerd-multus.globals" -}}
{{- $name := "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?" -}}
{{- $secret := "\"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\"" -}}
{{- $text := `"([^"\\]|\\.)*"` -}}
{{- $port := "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])" -}}
{{- $ports := printf "%s(-%s)?" $port $port -}}
{{- $some := printf "(%s|\"%s\")" $port $ports -}}
{{- $byte := "(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})" -}}
{{- $subnet := printf `"(%s(\.%s){3}/(3[0-2]|[12]?[0-9])|[0-9a-fA-F]*:[0-9a-fA-F:.]*/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))"` $byte $byte -}}
platform: {usual: auto, fits: '"(auto|openshift|microshift|k3d|k3s|k3s-legacy|rke2|microk8s|gke|bottlerocket|eks|aks|minikube|kind|talos|k0s|rancher-desktop|tkgi|kubespray|kubernetes)"'}
mode: {usual: auto, fits: '"(auto|nad|chained|file|auxiliary)"'}
imageRegistry: {usual: localhost, fits: '"([a-z0-9]+([._/:-]+[a-z0-9]+)*/?)?"'}
imagePullPolicy: {usual: IfNotPresent, fits: '"(Always|IfNotPresent|Never)"'}
imagePullSecrets: {usual: [], fits: '\[(({{ $secret }}|\{"name":{{ $secret }}\}),?)*\]'}
logLevel: {usual: info, fits: '"(error|warn|info|debug|trace)"'}
logFormat: {usual: plain, fits: '"(plain|json)"'}
commonLabels: {usual: {}, fits: '\{({{ $text }}:{{ $text }},?)*\}'}
excludedNamespaces: {usual: [kube-system, kube-public, kube-node-lease], fits: '\[("{{ $name }}",?)*\]'}
excludeOpenShiftNamespaces: {usual: true, fits: true|false}
attachments.scope: {usual: PerNamespace, fits: '"(PerNamespace|Shared)"'}
attachments.namespace: {usual: default, fits: '"{{ $name }}"'}
attachments.adopt: {usual: false, fits: true|false}
kubeconfigPath: {usual: /etc/cni/linkerd-multus/linkerd-cni.kubeconfig, fits: '"/etc/cni(/[A-Za-z0-9_][A-Za-z0-9._-]*)+/[A-Za-z0-9_][A-Za-z0-9._-]*"'}
networkPolicy.enabled: {usual: true, fits: true|false}
networkPolicy.egress: {usual: [], fits: '\[(\{"(ports|to)":\[.*\]\},?)*\]'}
monitoring.kind: {usual: "", fits: '"(ServiceMonitor|PodMonitor)?"'}
monitoring.interval: {usual: 30s, fits: '"[1-9][0-9]*(s|m)"'}
monitoring.labels: {usual: {}, fits: '\{({{ $text }}:{{ $text }},?)*\}'}
linkerd.namespace: {usual: linkerd, fits: '"{{ $name }}"'}
linkerd.cniChart: {usual: Use, fits: '"(Use|Replace)"'}
linkerd.cniNamespace: {usual: "", fits: '"({{ $name }})?"'}
linkerd.cniConfig.inboundProxyPort: {usual: 4143, least: 1, most: 65535}
linkerd.cniConfig.outboundProxyPort: {usual: 4140, least: 1, most: 65535}
linkerd.cniConfig.proxyUID: {usual: 2102, least: 1, most: 4294967294}
linkerd.cniConfig.proxyGID: {usual: -1, least: -1, most: 4294967294}
linkerd.cniConfig.proxyAdminPort: {usual: 4191, least: 1, most: 65535}
linkerd.cniConfig.proxyControlPort: {usual: 4190, least: 1, most: 65535}
linkerd.cniConfig.ignoreInboundPorts: {usual: [], fits: '{{ $port }}|"({{ $ports }}(,{{ $ports }})*)?"|\[({{ $some }}(,{{ $some }})*)?\]'}
linkerd.cniConfig.ignoreOutboundPorts: {usual: [], fits: '{{ $port }}|"({{ $ports }}(,{{ $ports }})*)?"|\[({{ $some }}(,{{ $some }})*)?\]'}
linkerd.cniConfig.ignoreSubnets: {usual: [], fits: '\[({{ $subnet }},?)*\]'}
linkerd.cniConfig.portsToRedirect: {usual: [], fits: '{{ $port }}|"({{ $port }}(,{{ $port }})*)?"|\[({{ $port }}(,{{ $port }})*)?\]'}
linkerd.cniConfig.iptablesMode: {usual: nft, fits: '"(nft|legacy|plain)"'}
linkerd.cniConfig.disableIPv6: {usual: true, fits: true|false}
linkerd.cniConfig.useWaitFlag: {usual: false, fits: true|false}
linkerd.cniConfig.logLevel: {usual: info, fits: '"(debug|info)"'}
{{- end -}}

{{/* Puts each value of the map "of" into the dict "into" by its whole name, which begins with "at": maps, and what is in them. */}}
{{- define "linkerd-multus.flat" -}}
{{- range $key, $value := .of -}}
{{- if not (kindIs "invalid" $value) -}}
{{- $name := printf "%s.%s" $.at $key -}}
{{- $_ := set $.into $name $value -}}
{{- if kindIs "map" $value -}}
{{- include "linkerd-multus.flat" (dict "of" $value "at" $name "into" $.into) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Not empty where a "value" fits its "rule" of linkerd-multus.globals. */}}
{{- define "linkerd-multus.fits" -}}
{{- $json := toJson .value -}}
{{- if eq $json (toJson .rule.usual) -}}
yes
{{- else if .rule.fits -}}
{{- if regexMatch (printf "^(%s)$" .rule.fits) $json }}yes{{ end -}}
{{- else if regexMatch "^-?[0-9]{1,10}$" $json -}}
{{- if and (ge (int64 $json) (int64 .rule.least)) (le (int64 $json) (int64 .rule.most)) }}yes{{ end -}}
{{- end -}}
{{- end -}}

{{/*
The global values that hold for this chart, as JSON: of each its own in global.linkerdMultus, else the one in global that fits, else the usual
one. They are asked for some hundred times, and so kept in .Values once they are known: a rendering took 0.4 s without that, and takes 0.1 s.
*/}}
{{- define "linkerd-multus.global" -}}
{{- if not (hasKey .Values "settledGlobals") -}}
{{- $_ := set .Values "settledGlobals" (include "linkerd-multus.settledGlobals" .) -}}
{{- end -}}
{{- .Values.settledGlobals -}}
{{- end -}}

{{- define "linkerd-multus.settledGlobals" -}}
{{- $said := dict -}}
{{- include "linkerd-multus.flat" (dict "of" .Values.global "at" "global" "into" $said) -}}
{{- $all := dict -}}
{{- range $name, $rule := include "linkerd-multus.globals" . | fromYaml -}}
{{- $own := printf "global.linkerdMultus.%s" $name -}}
{{- $shared := printf "global.%s" $name -}}
{{- $value := $rule.usual -}}
{{- if hasKey $said $own -}}
{{- $value = get $said $own -}}
{{- else if hasKey $said $shared -}}
{{- if include "linkerd-multus.fits" (dict "value" (get $said $shared) "rule" $rule) -}}
{{- $value = get $said $shared -}}
{{- end -}}
{{- end -}}
{{- $in := $all -}}
{{- range splitList "." $name | initial -}}
{{- if not (hasKey $in .) -}}
{{- $_ := set $in . dict -}}
{{- end -}}
{{- $in = get $in . -}}
{{- end -}}
{{- $_ := set $in (splitList "." $name | last) $value -}}
{{- end -}}
{{- toJson $all -}}
{{- end -}}

{{/* Values in global, and in its object of this chart's, that do not fit, as YAML of the whole name: what is wrong, in words. */}}
{{- define "linkerd-multus.misfits" -}}
{{- $said := dict -}}
{{- include "linkerd-multus.flat" (dict "of" .Values.global "at" "global" "into" $said) -}}
{{- $misfits := dict -}}
{{- range $name, $rule := include "linkerd-multus.globals" . | fromYaml -}}
{{- range $whole := list (printf "global.%s" $name) (printf "global.linkerdMultus.%s" $name) -}}
{{- if hasKey $said $whole -}}
{{- $value := get $said $whole -}}
{{- if not (include "linkerd-multus.fits" (dict "value" $value "rule" $rule)) -}}
{{- $may := ternary (printf "does not match %s" $rule.fits) (printf "is no number from %d to %d" (int64 $rule.least) (int64 $rule.most)) (hasKey $rule "fits") -}}
{{- $_ := set $misfits $whole (printf "%s %s" (toJson $value) $may) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name, $_ := include "linkerd-multus.globalObjects" . | fromYaml -}}
{{- if hasKey $said $name -}}
{{- if not (kindIs "map" (get $said $name)) -}}
{{- $_ := set $misfits $name (printf "%s is no object" (get $said $name | toJson)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $misfits -}}
{{- end -}}

{{/* Objects of global, and itself, as YAML of the whole name: the keys in it that this chart knows. */}}
{{- define "linkerd-multus.globalObjects" -}}
{{- $objects := dict "global" (list "linkerdMultus") -}}
{{- range $name, $_ := include "linkerd-multus.globals" . | fromYaml -}}
{{- $in := "global" -}}
{{- range splitList "." $name -}}
{{- $_ := set $objects $in (append (get $objects $in | default list) . | uniq) -}}
{{- $in = printf "%s.%s" $in . -}}
{{- end -}}
{{- end -}}
{{- toYaml $objects -}}
{{- end -}}

{{/* The keys of those objects that this chart does not know, as YAML of the whole name: the name of the value which may be meant, or empty. */}}
{{- define "linkerd-multus.unknownGlobals" -}}
{{- $said := dict -}}
{{- include "linkerd-multus.flat" (dict "of" .Values.global "at" "global" "into" $said) -}}
{{- $unknown := dict -}}
{{- range $object, $known := include "linkerd-multus.globalObjects" . | fromYaml -}}
{{- $values := ternary $.Values.global (get $said $object) (eq $object "global") -}}
{{- if kindIs "map" $values -}}
{{- range keys $values -}}
{{- if not (has . $known) -}}
{{- $meant := include "linkerd-multus.meant" (dict "said" . "known" $known) -}}
{{- $_ := set $unknown (printf "%s.%s" $object .) (ternary "" (printf "%s.%s" $object $meant) (empty $meant)) -}}
{{- end -}}
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

{{/*
Refuses values that do not fit, but for those which another chart's may be: of a dependency, such as this chart is of another one then, those
under names that others have, too, or that this chart's own object says.
Where it is no dependency, refuses keys that are nearly one of its own as well, and any unknown one in an object that no other chart has. Other
keys are left alone, for Rancher, too, adds some to each chart that it installs: NOTES.txt has them.
*/}}
{{- define "linkerd-multus.requireOwnGlobals" -}}
{{- $wrong := list -}}
{{- $said := dict -}}
{{- include "linkerd-multus.flat" (dict "of" .Values.global "at" "global" "into" $said) -}}
{{- $alone := include "linkerd-multus.aloneGlobals" . -}}
{{- range $name, $why := include "linkerd-multus.misfits" . | fromYaml -}}
{{- $own := replace "global." "global.linkerdMultus." $name -}}
{{- if or $.Chart.IsRoot (hasPrefix "global.linkerdMultus." $name) -}}
{{- $wrong = append $wrong (printf "%s: %s" $name $why) -}}
{{- else if and (regexMatch $alone $name) (not (hasKey $said $own)) -}}
{{- $wrong = append $wrong (printf "%s: %s; if it is another chart's, say this chart's in %s" $name $why $own) -}}
{{- end -}}
{{- end -}}
{{- if .Chart.IsRoot -}}
{{- range $name, $meant := include "linkerd-multus.unknownGlobals" . | fromYaml -}}
{{- $object := splitList "." $name | initial | join "." -}}
{{- if $meant -}}
{{- $wrong = append $wrong (printf "%s is no value of this chart: did you mean %s?" $name $meant) -}}
{{- else if has $object (list "global.linkerd" "global.linkerd.cniConfig" "global.attachments") -}}
{{- $known := get (include "linkerd-multus.globalObjects" $ | fromYaml) $object -}}
{{- $wrong = append $wrong (printf "%s is no value of this chart: in %s there are %s" $name $object (sortAlpha $known | join ", ")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $wrong -}}
{{- fail (join "\n" .) -}}
{{- end -}}
{{- end -}}

{{/* Refuses values that keep the other parts from seeing that multus is there: null in the place of what import-values puts into them. */}}
{{- define "linkerd-multus.requireTold" -}}
{{- if and .Values.multus.enabled (not (include "linkerd-multus.bringsMultus" .)) -}}
{{- fail "multus.enabled: the other parts are told of it by global.linkerdMultus.bringsMultus, which these values take away: leave out global.linkerdMultus, or say {} in the place of null" -}}
{{- end -}}
{{- end -}}

{{/* Secrets of the registry as Kubernetes has them. Other charts take global.imagePullSecrets as a list of names, so both are taken. */}}
{{- define "linkerd-multus.pullSecrets" -}}
{{- $secrets := list -}}
{{- range (include "linkerd-multus.global" . | fromJson).imagePullSecrets -}}
{{- $secrets = append $secrets (ternary (dict "name" .) . (kindIs "string" .)) -}}
{{- end -}}
{{- with uniq $secrets -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}
