// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What it takes until an edit of a path of Linkerd's values is in force: linkerd2 edge-26.8, who reads which value, and when.
 *
 * @param fact what Linkerd does with the value, in a short phrase for people
 */
public record PathEffect(Need need, String fact) {
    private static final String WITH_CNI =
            "with Linkerd's CNI plugin its own ConfigMap and the pods' annotations decide";
    private static final String WITHOUT_CNI = "rendered only where cniEnabled is true";

    /**
     * Paths, need and fact per line; the longest path around a value counts. {@code new} is new pods, {@code linkerd} an upgrade of Linkerd,
     * {@code both} and {@code none} are what they say.
     */
    private static final String TABLE = """
            proxy|new|the injector writes it into new pods
            proxy.image|new|image of proxy and validator in new pods
            proxy.image.version|new|tag of new proxies; empty is linkerdVersion
            linkerdVersion|new|tag of new proxies where proxy.image.version is empty; the control plane keeps its own
            imagePullPolicy|new|of new pods where proxy.image.pullPolicy is empty; the control plane keeps its own
            debugContainer|new|only in pods that ask for the debug sidecar
            proxy.uid proxy.gid|new|with Linkerd's CNI plugin its ConfigMap has to agree
            proxy.ports|new|with Linkerd's CNI plugin its ConfigMap has to agree
            proxy.opaquePorts proxy.defaultInboundPolicy|both|new pods and the control plane have to agree
            proxy.outboundTransportMode|linkerd|an argument of the destination controller
            proxy.podInboundPorts proxy.capabilities proxy.saMountPath|none|the injector overwrites it for each pod
            proxyInit|new|read where cniEnabled is false
            proxyInit.kubeAPIServerPorts|linkerd|in the pods of the control plane only
            networkValidator|new|read where cniEnabled is true
            cniEnabled|both|new pods and the control plane have to agree
            disableIPv6|both|new pods, the control plane and Linkerd's CNI plugin have to agree
            clusterDomain identityTrustDomain|both|new pods ask identity for names of this domain
            clusterNetworks|both|new pods and the policy controller have to agree
            identityTrustAnchorsPEM|linkerd|the injector reads the ConfigMap linkerd-identity-trust-roots instead
            identity|linkerd|in the manifests of identity
            identity.serviceAccountTokenProjection|both|new pods and the control plane have to agree
            identity.externalCA|linkerd|says whether Helm renders linkerd-identity-trust-roots
            identity.issuer|linkerd|arguments of identity, and its Secret
            controllerImage controllerImageVersion controllerLogLevel controllerLogFormat controllerUID controllerGID|linkerd|in the \
            manifests of the control plane
            controllerReplicas deploymentStrategy enablePodAntiAffinity enablePodDisruptionBudget controller|linkerd|in the \
            manifests of the control plane
            revisionHistoryLimit|linkerd|in the manifests of the control plane
            enableH2Upgrade enableEndpointSlices destinationController|linkerd|arguments of the destination controller
            policyController egress|linkerd|arguments of the policy controller
            podAnnotations podLabels commonLabels nodeSelector tolerations nodeAffinity priorityClassName runtimeClassName \
            imagePullSecrets|linkerd|of the control plane only; never in injected pods
            identityResources identityProxyResources destinationResources destinationProxyResources proxyInjectorResources \
            proxyInjectorProxyResources heartbeatResources spValidatorResources policyControllerResources|linkerd|of the control plane only
            proxyInjector profileValidator policyValidator webhookFailurePolicy|linkerd|webhook configurations and their Secrets
            disableHeartBeat heartbeatSchedule heartbeat prometheusUrl podMonitor configReaders enablePprof enablePSP \
            spValidator|linkerd|in manifests beside the control plane
            cliVersion|linkerd|in annotations of the control plane
            highAvailability|none|only the checks of Linkerd's CLI read it
            proxyContainerName kubeAPI controllerResources|none|no component of Linkerd reads it
            """;

    private static final Map<ValuesPath, PathEffect> EFFECTS = effects();

    /** What an edit of the ConfigMap needs. */
    public enum Need {
        /** The injector reads it: pods that are created afterwards have it. */
        NEW_PODS,
        /** It is rendered into manifests of the control plane: only Helm or {@code linkerd upgrade} brings it. */
        LINKERD_UPGRADE,
        /** Linkerd's CNI configuration has another value: new pods would not work with it. */
        NEW_PODS_AND_CNI_CONFIG,
        /** Both: the ConfigMap alone would leave new pods and the control plane apart. */
        NEW_PODS_AND_LINKERD_UPGRADE,
        /** No component of Linkerd reads it there. */
        NOTHING
    }

    /**
     * {@return what an edit of a path needs}
     *
     * @param cniEnabled whether Linkerd's values say that its CNI plugin is used
     */
    public static PathEffect of(ValuesPath path, boolean cniEnabled) {
        var names = ValuesNames.canonical(path).names();
        var effect = nearest(names);
        if (effect.isEmpty()) {
            return new PathEffect(Need.NOTHING, "Linkerd has no such value");
        }
        if (effect.get().need() == Need.NEW_PODS && names.getFirst().equals("proxyInit") && cniEnabled) {
            return new PathEffect(Need.NOTHING, WITH_CNI);
        }
        if (names.getFirst().equals("networkValidator") && !cniEnabled) {
            return new PathEffect(Need.NOTHING, WITHOUT_CNI);
        }
        return effect.get();
    }

    private static Optional<PathEffect> nearest(List<String> names) {
        for (int length = names.size(); length > 0; length--) {
            var effect = EFFECTS.get(new ValuesPath(names.subList(0, length)));
            if (effect != null) {
                return Optional.of(effect);
            }
        }
        return Optional.empty();
    }

    private static Map<ValuesPath, PathEffect> effects() {
        return TABLE.lines()
                .map(line -> line.split("\\|", -1))
                .flatMap(row -> Arrays.stream(row[0].split(" ", -1))
                        .map(path ->
                                Map.entry(ValuesPath.of(path.split("\\.", -1)), new PathEffect(need(row[1]), row[2]))))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Need need(String word) {
        return switch (word) {
            case "new" -> Need.NEW_PODS;
            case "linkerd" -> Need.LINKERD_UPGRADE;
            case "both" -> Need.NEW_PODS_AND_LINKERD_UPGRADE;
            case "none" -> Need.NOTHING;
            default -> throw new IllegalStateException("the table has a word that is none of them: " + word);
        };
    }
}
