// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.HashMap;
import java.util.Map;

/**
 * The struct that Linkerd's injector decodes the text into: linkerd2 {@code pkg/charts/linkerd2/values.go}, as of 2.17, with what upstream's
 * tests and chart say of later fields ({@code metrics}, {@code tracing}, {@code maximumCPURatio}, {@code securityContext}). A field that
 * other versions have otherwise is left out, so that no text is refused that one of them takes: {@code controlPlaneTracing},
 * {@code networkValidator.enableSecurityContext}, {@code controller}. So are structs that the injector has no use for.
 */
final class LinkerdStructs {
    /** A struct per line, after those that it names; {@code *} is a pointer, which may be nil. */
    private static final String STRUCTS = """
            Image: name string, pullPolicy string, version string
            Constraints: limit string, request string
            Resources: cpu Constraints, memory Constraints, ephemeral-storage Constraints
            Ports: admin int32, control int32, inbound int32, outbound int32
            Capabilities: add []string, drop []string
            Mount: name string, mountPath string, readOnly bool
            StartupProbe: initialDelaySeconds uint, periodSeconds uint, failureThreshold uint
            Probe: initialDelaySeconds uint, timeoutSeconds uint
            EnvVar: name string, value string, valueFrom any
            Workers: minimum int64, maximum int64, maximumCPURatio float64
            Runtime: workers Workers
            Streams: initialTimeout string, idleTimeout string, lifetime string
            Control: streams *Streams
            Metrics: hostnameLabels bool
            MeshIdentity: serviceAccountName string, namespace string
            Collector: endpoint string, meshIdentity *MeshIdentity
            Tracing: enabled bool, traceServiceName string, labels map[string]string, collector *Collector
            Proxy: accessLog string, additionalEnv []EnvVar, await bool, capabilities *Capabilities, control *Control, cores int64, \
            defaultInboundPolicy string, disableInboundProtocolDetectTimeout bool, disableOutboundProtocolDetectTimeout bool, \
            enableExternalProfiles bool, enableShutdownEndpoint bool, experimentalEnv []EnvVar, gid int64, image *Image, \
            inbound map[string]map[string]map[string]any, inboundConnectTimeout string, inboundDiscoveryCacheUnusedTimeout string, \
            isGateway bool, isIngress bool, livenessProbe *Probe, logFormat string, logHTTPHeaders string, logLevel string, \
            metrics *Metrics, nativeSidecar bool, opaquePorts string, outbound map[string]map[string]map[string]any, \
            outboundConnectTimeout string, outboundDiscoveryCacheUnusedTimeout string, outboundTransportMode string, \
            podInboundPorts string, ports *Ports, readinessProbe *Probe, requireIdentityOnInboundPorts string, resources *Resources, \
            runtime Runtime, saMountPath *Mount, securityContext map[string]any, shutdownGracePeriod string, \
            startupProbe *StartupProbe, tracing *Tracing, uid int64, waitBeforeExitSeconds uint
            ProxyInit: capabilities *Capabilities, closeWaitTimeoutSecs int64, ignoreInboundPorts string, ignoreOutboundPorts string, \
            image *Image, iptablesMode string, kubeAPIServerPorts string, logFormat string, logLevel string, privileged bool, \
            resources *Resources, runAsGroup int64, runAsRoot bool, runAsUser int64, saMountPath *Mount, skipSubnets string, \
            xtMountPath *Mount
            NetworkValidator: connectAddr string, listenAddr string, logFormat string, logLevel string, securityContext any, \
            timeout string
            DebugContainer: image *Image
            KubeAPI: clientQPS float32, clientBurst int64
            IssuerTLS: keyPEM string, crtPEM string
            Issuer: scheme string, clockSkewAllowance string, issuanceLifetime string, tls *IssuerTLS
            Identity: additionalEnv []EnvVar, experimentalEnv []EnvVar, externalCA bool, issuer *Issuer, kubeAPI *KubeAPI, \
            podAnnotations map[string]string, serviceAccountTokenProjection bool
            Requirement: key string, operator string, values []string
            Selector: matchLabels map[string]string, matchExpressions []Requirement
            Webhook: externalSecret bool, keyPEM embedded, crtPEM embedded, caBundle embedded, injectCaFrom embedded, \
            injectCaFromSecret embedded, namespaceSelector *Selector
            PolicyController: image *Image, logLevel string, probeNetworks []string, resources *Resources
            Values: cliVersion string, clusterDomain string, clusterNetworks string, cniEnabled bool, controllerGID int64, \
            controllerImage string, controllerLogFormat string, controllerLogLevel string, controllerReplicas uint, \
            controllerUID int64, debugContainer *DebugContainer, deploymentStrategy map[string]any, \
            destinationProxyResources *Resources, destinationResources *Resources, disableHeartBeat bool, disableIPv6 bool, \
            enableEndpointSlices bool, enableH2Upgrade bool, enablePodAntiAffinity bool, enablePodDisruptionBudget bool, \
            heartbeatResources *Resources, heartbeatSchedule string, highAvailability bool, identity *Identity, \
            identityProxyResources *Resources, identityResources *Resources, identityTrustAnchorsPEM string, \
            identityTrustDomain string, imagePullPolicy string, imagePullSecrets []map[string]string, linkerdVersion string, \
            networkValidator *NetworkValidator, nodeAffinity map[string]any, nodeSelector map[string]string, \
            podAnnotations map[string]string, podLabels map[string]string, policyController *PolicyController, \
            policyValidator *Webhook, priorityClassName string, profileValidator *Webhook, prometheusUrl string, proxy *Proxy, \
            proxyContainerName string, proxyInit *ProxyInit, proxyInjector *Webhook, proxyInjectorProxyResources *Resources, \
            proxyInjectorResources *Resources, revisionHistoryLimit uint, tolerations []any, webhookFailurePolicy string
            """;

    /** {@code Values}. */
    static final LinkerdType VALUES = read(STRUCTS);

    private LinkerdStructs() {}

    private static LinkerdType read(String table) {
        var structs = new HashMap<String, LinkerdType.Struct>();
        for (var line : table.lines().toList()) {
            int colon = line.indexOf(": ");
            var fields = new HashMap<String, LinkerdType>();
            for (var field : line.substring(colon + 2).split(", ", -1)) {
                int blank = field.indexOf(' ');
                fields.put(field.substring(0, blank), type(field.substring(blank + 1), structs));
            }
            structs.put(line.substring(0, colon), new LinkerdType.Struct(fields, false));
        }
        return struct("Values", structs, false);
    }

    private static LinkerdType type(String written, Map<String, LinkerdType.Struct> structs) {
        if (written.startsWith("[]")) {
            return new LinkerdType.ListOf(type(written.substring(2), structs));
        }
        if (written.startsWith("map[string]")) {
            return new LinkerdType.MapOf(type(written.substring("map[string]".length()), structs));
        }
        return switch (written) {
            case "string" -> LinkerdType.Basic.TEXT;
            case "embedded" -> LinkerdType.Basic.EXACT_TEXT;
            case "bool" -> LinkerdType.Basic.FLAG;
            case "int32" -> LinkerdType.Basic.INT32;
            case "int64" -> LinkerdType.Basic.INT64;
            case "uint" -> LinkerdType.Basic.UINT;
            case "float32" -> LinkerdType.Basic.FLOAT32;
            case "float64" -> LinkerdType.Basic.FLOAT64;
            case "any" -> LinkerdType.Basic.ANY;
            default ->
                written.startsWith("*") ? struct(written.substring(1), structs, true) : struct(written, structs, false);
        };
    }

    private static LinkerdType struct(String name, Map<String, LinkerdType.Struct> structs, boolean pointer) {
        var struct = structs.get(name);
        if (struct == null) {
            throw new IllegalStateException("the table names " + name + " before its line");
        }
        return new LinkerdType.Struct(struct.fields(), pointer);
    }
}
