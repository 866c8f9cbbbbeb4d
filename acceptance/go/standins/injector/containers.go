// SPDX-License-Identifier: Apache-2.0

package injector

import (
	"strconv"

	"linkerd-multus/standins/kube"
	"linkerd-multus/standins/linkerd"
)

const (
	program        = "/standins"
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
		"imagePullPolicy":          s.pullPolicy,
		"command":                  []string{program, "network-validator"},
		"args":                     []string{"--connect-addr", s.connectAddr, "--listen-addr", s.listenAddr, "--timeout", s.validatorTimeout},
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
		"imagePullPolicy": s.pullPolicy,
		"command":         []string{program, "proxy"},
		"ports": []object{
			{"name": "linkerd-proxy", "containerPort": s.ports.Inbound},
			{"name": "linkerd-admin", "containerPort": s.ports.Admin},
		},
		"livenessProbe":            s.probe("/live", object{"initialDelaySeconds": 10}),
		"readinessProbe":           s.probe("/ready", object{"initialDelaySeconds": 2}),
		"securityContext":          s.proxySecurity(pod, annotations),
		"terminationMessagePolicy": "FallbackToLogsOnError",
		"volumeMounts": []object{
			{"name": endEntity, "mountPath": endEntityPath},
			{"name": identityToken, "mountPath": tokenPath},
		},
	}
	if len(s.environment) > 0 {
		proxy["env"] = s.environment.of(pod, annotations)
	}
	if resources := s.resourcesOf(annotations); len(resources) > 0 {
		proxy["resources"] = resources
	}
	switch {
	case s.native(annotations):
		proxy["restartPolicy"] = "Always"
		proxy["startupProbe"] = s.probe("/ready", object{"periodSeconds": 1, "failureThreshold": startupSeconds})
	case s.awaited(annotations):
		await := []string{program, "await", "--timeout=2m", "--port=" + strconv.Itoa(int(s.ports.Admin))}
		proxy["lifecycle"] = object{"postStart": object{"exec": object{"command": await}}}
	}
	return proxy
}

// proxySecurity has the uid of the annotation; one that is not a number is ignored, as Linkerd does. The capabilities
// are those of the pod's first container. A security context in the values takes the place of all of it.
func (s settings) proxySecurity(pod kube.Pod, annotations map[string]string) object {
	if len(s.proxySecurityContext) > 0 {
		return s.proxySecurityContext
	}
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
	gid := s.proxyGID
	if asked, err := strconv.ParseInt(annotations[linkerd.ProxyGID], 10, 64); err == nil {
		gid = asked
	}
	if gid >= 0 {
		security["runAsGroup"] = gid
	}
	if containers := pod.Spec.Containers; len(containers) > 0 && len(containers[0].SecurityContext.Capabilities) > 0 {
		security["capabilities"] = containers[0].SecurityContext.Capabilities
	}
	return security
}

func (s settings) probe(path string, settings object) object {
	settings["httpGet"] = object{"path": path, "port": s.ports.Admin}
	return settings
}

func volumes() []object {
	return []object{
		{"name": endEntity, "emptyDir": object{"medium": "Memory"}},
		{"name": identityToken, "projected": object{"sources": []object{{"serviceAccountToken": object{
			"audience": "identity.l5d.io", "expirationSeconds": tokenLifetime, "path": identityToken}}}}},
	}
}
