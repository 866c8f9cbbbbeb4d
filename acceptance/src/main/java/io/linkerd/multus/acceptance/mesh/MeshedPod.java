// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.mesh;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a pod shows of its place in the mesh.
 *
 * @param scc the SecurityContextConstraints that admitted it, where the platform has them
 * @param application user id of its first application container
 * @param proxy user id of its proxy
 * @param validator user id of its network validator
 * @param networks what Multus is told to attach
 */
public record MeshedPod(
        String namespace,
        String name,
        String node,
        Optional<String> scc,
        OptionalLong application,
        OptionalLong proxy,
        OptionalLong validator,
        Optional<String> networks,
        Optional<String> proxyUidAnnotation,
        boolean ready) {
    private static final String PROXY = "linkerd-proxy";
    private static final String VALIDATOR = "linkerd-network-validator";

    /** Reads a pod as the API server has it. */
    public static MeshedPod of(JsonNode pod) {
        var metadata = pod.path("metadata");
        var annotations = metadata.path("annotations");
        return new MeshedPod(
                metadata.path("namespace").asText(),
                metadata.path("name").asText(),
                pod.path("spec").path("nodeName").asText(),
                text(annotations, "openshift.io/scc"),
                containers(pod)
                        .filter(container -> !List.of(PROXY, VALIDATOR).contains(name(container)))
                        .findFirst()
                        .map(container -> uid(pod, container))
                        .orElseGet(OptionalLong::empty),
                uid(pod, PROXY),
                uid(pod, VALIDATOR),
                text(annotations, "k8s.v1.cni.cncf.io/networks"),
                text(annotations, "config.linkerd.io/proxy-uid"),
                isReady(pod));
    }

    /** Tells whether the pod has a proxy. */
    public boolean meshed() {
        return proxy.isPresent();
    }

    private static boolean isReady(JsonNode pod) {
        return pod.path("metadata").path("deletionTimestamp").isMissingNode()
                && readiness(pod)
                        .filter(condition -> condition.path("status").asText().equals("True"))
                        .isPresent();
    }

    /** Returns the condition Ready of a pod, once the kubelet has written it. */
    static Optional<JsonNode> readiness(JsonNode pod) {
        return pod.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals("Ready"))
                .findFirst();
    }

    private static OptionalLong uid(JsonNode pod, String container) {
        return containers(pod)
                .filter(candidate -> name(candidate).equals(container))
                .findFirst()
                .map(found -> uid(pod, found))
                .orElseGet(OptionalLong::empty);
    }

    private static OptionalLong uid(JsonNode pod, JsonNode container) {
        for (var context :
                List.of(container.path("securityContext"), pod.path("spec").path("securityContext"))) {
            if (context.path("runAsUser").isNumber()) {
                return OptionalLong.of(context.path("runAsUser").asLong());
            }
        }
        return OptionalLong.empty();
    }

    private static Stream<JsonNode> containers(JsonNode pod) {
        var all = new ArrayList<JsonNode>();
        pod.path("spec").path("containers").forEach(all::add);
        pod.path("spec").path("initContainers").forEach(all::add);
        return all.stream();
    }

    private static String name(JsonNode container) {
        return container.path("name").asText();
    }

    private static Optional<String> text(JsonNode annotations, String key) {
        return Optional.ofNullable(annotations.get(key)).map(JsonNode::asText);
    }
}
