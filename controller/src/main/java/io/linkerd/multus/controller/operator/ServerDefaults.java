// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the API server puts into objects of an operand's kinds by itself. A client that writes by an update, as Helm 3 does, owns these values
 * as well, and they are there again as soon as they are taken away (kubernetes, {@code pkg/apis/{core,apps,admissionregistration}/v1/defaults.go}).
 */
final class ServerDefaults {
    /** Taken from a pool; a Service keeps them. */
    private static final Set<String> ALLOCATED = Set.of(
            "spec/clusterIP",
            "spec/clusterIPs",
            "spec/ipFamilies",
            "spec/ipFamilyPolicy",
            "spec/healthCheckNodePort",
            "ports/nodePort");

    /** Another name of {@code serviceAccountName}, or counted by the API server. */
    private static final Set<String> DERIVED = Set.of(
            "spec/serviceAccount",
            "annotations/deprecated.daemonset.template.generation",
            "metadata/creationTimestamp");

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private static final Map<String, Set<JsonNode>> USUAL = usual();

    private ServerDefaults() {}

    /**
     * {@return whether a field of that name has that value where no client says anything of it}
     *
     * @param parent the name of the field that it is in: a Service's port has no default, that of a webhook's Service has one
     */
    static boolean isDefault(String parent, String name, JsonNode value) {
        var field = parent + "/" + name;
        return ALLOCATED.contains(field)
                || DERIVED.contains(field)
                || value.isNull()
                || (value.isContainerNode() && value.isEmpty())
                || USUAL.getOrDefault(field, Set.of()).contains(value);
    }

    private static Map<String, Set<JsonNode>> usual() {
        var usual = new HashMap<String, Set<JsonNode>>();
        Map.ofEntries(
                        Map.entry("fieldRef/apiVersion", "v1"),
                        Map.entry("spec/dnsPolicy", "ClusterFirst"),
                        Map.entry("spec/internalTrafficPolicy", "Cluster"),
                        Map.entry("webhooks/matchPolicy", "Equivalent"),
                        Map.entry("httpGet/path", "/"),
                        Map.entry("ports/protocol", "TCP"),
                        Map.entry("webhooks/reinvocationPolicy", "Never"),
                        Map.entry("webhooks/failurePolicy", "Fail"),
                        Map.entry("resourceFieldRef/divisor", "0"),
                        Map.entry("spec/restartPolicy", "Always"),
                        Map.entry("spec/schedulerName", "default-scheduler"),
                        Map.entry("httpGet/scheme", "HTTP"),
                        Map.entry("rules/scope", "*"),
                        Map.entry("spec/sessionAffinity", "None"),
                        Map.entry("containers/terminationMessagePath", "/dev/termination-log"),
                        Map.entry("initContainers/terminationMessagePath", "/dev/termination-log"),
                        Map.entry("containers/terminationMessagePolicy", "File"),
                        Map.entry("initContainers/terminationMessagePolicy", "File"),
                        Map.entry("hostPath/type", ""),
                        Map.entry("spec/type", "ClusterIP"),
                        Map.entry("strategy/type", "RollingUpdate"),
                        Map.entry("updateStrategy/type", "RollingUpdate"))
                .forEach((name, value) -> usual.put(name, Set.of(TextNode.valueOf(value))));
        Map.of(
                        "configMap/defaultMode", 0644,
                        "secret/defaultMode", 0644,
                        "projected/defaultMode", 0644,
                        "downwardAPI/defaultMode", 0644,
                        "serviceAccountToken/expirationSeconds", 3600,
                        "service/port", 443,
                        "spec/progressDeadlineSeconds", 600,
                        "spec/revisionHistoryLimit", 10,
                        "spec/terminationGracePeriodSeconds", 30,
                        "webhooks/timeoutSeconds", 10)
                .forEach((name, value) -> usual.put(name, Set.of(IntNode.valueOf(value))));
        PROBES.forEach(probe -> ofProbe(probe, usual));
        usual.put("rollingUpdate/maxSurge", Set.of(IntNode.valueOf(0), TextNode.valueOf("25%")));
        usual.put("rollingUpdate/maxUnavailable", Set.of(IntNode.valueOf(1), TextNode.valueOf("25%")));
        usual.put(
                "spec/policyTypes", Set.of(JsonNodeFactory.instance.arrayNode().add("Ingress")));
        return Map.copyOf(usual);
    }

    private static void ofProbe(String probe, Map<String, Set<JsonNode>> usual) {
        Map.of(
                        "failureThreshold", 3,
                        "initialDelaySeconds", 0,
                        "periodSeconds", 10,
                        "successThreshold", 1,
                        "timeoutSeconds", 1)
                .forEach((name, value) -> usual.put(probe + "/" + name, Set.of(IntNode.valueOf(value))));
    }
}
