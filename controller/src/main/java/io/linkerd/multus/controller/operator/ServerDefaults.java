// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the API server puts into objects of an operand's kinds by itself. A client that writes by an update, as Helm 3 does, owns these values
 * as well, and they are there again as soon as they are taken away (kubernetes, {@code pkg/apis/{core,apps,admissionregistration}/v1/defaults.go}).
 */
final class ServerDefaults {
    /** Taken from a pool; a Service keeps them. */
    private static final Set<String> ALLOCATED = Set.of(
            "clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "healthCheckNodePort", "nodePort");

    /** Another name of {@code serviceAccountName}, or counted by the API server. */
    private static final Set<String> DERIVED =
            Set.of("serviceAccount", "deprecated.daemonset.template.generation", "creationTimestamp");

    private static final Map<String, Set<JsonNode>> USUAL = usual();

    private ServerDefaults() {}

    /** {@return whether a field of that name has that value where no client says anything of it} */
    static boolean isDefault(String name, JsonNode value) {
        return ALLOCATED.contains(name)
                || DERIVED.contains(name)
                || value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || USUAL.getOrDefault(name, Set.of()).contains(value);
    }

    private static Map<String, Set<JsonNode>> usual() {
        var usual = new HashMap<String, Set<JsonNode>>();
        Map.ofEntries(
                        Map.entry("apiVersion", "v1"),
                        Map.entry("dnsPolicy", "ClusterFirst"),
                        Map.entry("internalTrafficPolicy", "Cluster"),
                        Map.entry("matchPolicy", "Equivalent"),
                        Map.entry("path", "/"),
                        Map.entry("protocol", "TCP"),
                        Map.entry("reinvocationPolicy", "Never"),
                        Map.entry("restartPolicy", "Always"),
                        Map.entry("schedulerName", "default-scheduler"),
                        Map.entry("scheme", "HTTP"),
                        Map.entry("scope", "*"),
                        Map.entry("sessionAffinity", "None"),
                        Map.entry("terminationMessagePath", "/dev/termination-log"),
                        Map.entry("terminationMessagePolicy", "File"),
                        Map.entry("type", "ClusterIP"),
                        Map.entry("whenUnsatisfiable", "DoNotSchedule"))
                .forEach((name, value) -> usual.put(name, Set.of(TextNode.valueOf(value))));
        Map.of(
                        "defaultMode", 0644,
                        "failureThreshold", 3,
                        "initialDelaySeconds", 0,
                        "periodSeconds", 10,
                        "port", 443,
                        "progressDeadlineSeconds", 600,
                        "revisionHistoryLimit", 10,
                        "successThreshold", 1,
                        "terminationGracePeriodSeconds", 30,
                        "timeoutSeconds", 1)
                .forEach((name, value) -> usual.put(name, Set.of(IntNode.valueOf(value))));
        usual.put("maxSurge", Set.of(IntNode.valueOf(0), TextNode.valueOf("25%")));
        usual.put("maxUnavailable", Set.of(IntNode.valueOf(1), TextNode.valueOf("25%")));
        usual.put("policyTypes", Set.of(JsonNodeFactory.instance.arrayNode().add("Ingress")));
        return Map.copyOf(usual);
    }
}
