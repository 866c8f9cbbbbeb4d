// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"strconv"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

const (
	program        = "/standins"
	inboundPort    = 4143
	adminPort      = 4191
	endEntity      = "linkerd-identity-end-entity"
	identityToken  = "linkerd-identity-token"
	endEntityPath  = "/var/run/linkerd/identity/end-entity"
	tokenPath      = "/var/run/secrets/tokens"
	tokenLifetime  = 86400
	startupSeconds = 120
)

// validator returns the init container that proves that traffic is redirected.
func (s settings) validator(annotations, namespace map[string]string) object {
	return object{
		"name":                     linkerd.Validator,
		"image":                    s.image,
		"imagePullPolicy":          "IfNotPresent",
		"command":                  []string{program, "network-validator"},
		"args":                     []string{"--connect-addr", s.connectAddr, "--listen-addr", "0.0.0.0:4140", "--timeout", "10s"},
		"securityContext":          s.validatorSecurity(annotations, namespace),
		"terminationMessagePolicy": "FallbackToLogsOnError",
	}
}

func (s settings) validatorSecurity(annotations, namespace map[string]string) object {
	security := object{
		"allowPrivilegeEscalation": false,
		"capabilities":             object{"drop": []string{"ALL"}},
		"readOnlyRootFilesystem":   true,
		"runAsNonRoot":             true,
		"seccompProfile":           object{"type": "RuntimeDefault"},
	}
	for _, text := range []string{annotations[validatorUID], namespace[validatorUID], s.validatorUID} {
		uid, fixed, err := readValidatorUID(text)
		if err != nil {
			continue
		}
		if fixed {
			security["runAsUser"], security["runAsGroup"] = uid, uid
		}
		break
	}
	return security
}

// proxy returns the proxy's container, with the pod's annotations as they are once it has its namespace's.
func (s settings) proxy(pod kube.Pod, annotations map[string]string) object {
	proxy := object{
		"name":            linkerd.Proxy,
		"image":           s.image,
		"imagePullPolicy": "IfNotPresent",
		"command":         []string{program, "proxy"},
		"ports": []object{
			{"name": "linkerd-proxy", "containerPort": inboundPort},
			{"name": "linkerd-admin", "containerPort": adminPort},
		},
		"livenessProbe":            probe("/live", object{"initialDelaySeconds": 10}),
		"readinessProbe":           probe("/ready", object{"initialDelaySeconds": 2}),
		"securityContext":          s.proxySecurity(pod, annotations),
		"terminationMessagePolicy": "FallbackToLogsOnError",
		"volumeMounts": []object{
			{"name": endEntity, "mountPath": endEntityPath},
			{"name": identityToken, "mountPath": tokenPath},
		},
	}
	switch {
	case s.native(annotations):
		proxy["restartPolicy"] = "Always"
		proxy["startupProbe"] = probe("/ready", object{"periodSeconds": 1, "failureThreshold": startupSeconds})
	case awaited(annotations):
		await := []string{program, "await", "--timeout=2m", "--port=" + strconv.Itoa(adminPort)}
		proxy["lifecycle"] = object{"postStart": object{"exec": object{"command": await}}}
	}
	return proxy
}

// proxySecurity has the uid of the annotation; one that is not a number is ignored, as Linkerd does. The capabilities
// are those of the pod's first container.
func (s settings) proxySecurity(pod kube.Pod, annotations map[string]string) object {
	security := object{
		"allowPrivilegeEscalation": false,
		"readOnlyRootFilesystem":   true,
		"runAsNonRoot":             true,
		"runAsUser":                s.proxyUID,
		"seccompProfile":           object{"type": "RuntimeDefault"},
	}
	if uid, err := strconv.ParseInt(annotations[linkerd.ProxyUID], 10, 64); err == nil {
		security["runAsUser"] = uid
	}
	if gid, err := strconv.ParseInt(annotations[linkerd.ProxyGID], 10, 64); err == nil && gid >= 0 {
		security["runAsGroup"] = gid
	}
	if containers := pod.Spec.Containers; len(containers) > 0 && len(containers[0].SecurityContext.Capabilities) > 0 {
		security["capabilities"] = containers[0].SecurityContext.Capabilities
	}
	return security
}

func probe(path string, settings object) object {
	settings["httpGet"] = object{"path": path, "port": adminPort}
	return settings
}

func volumes() []object {
	return []object{
		{"name": endEntity, "emptyDir": object{"medium": "Memory"}},
		{"name": identityToken, "projected": object{"sources": []object{{"serviceAccountToken": object{
			"audience": "identity.l5d.io", "expirationSeconds": tokenLifetime, "path": identityToken}}}}},
	}
}
