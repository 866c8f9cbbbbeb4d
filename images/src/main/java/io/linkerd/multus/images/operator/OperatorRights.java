// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the operator's account may do: what the chart lets a controller do, what it takes to make an operand and to keep it, and, since
 * nobody can give more than he has, what the operand's own roles give.
 */
final class OperatorRights {
    /** Resources of the kinds that an operand or a controller consists of. */
    private static final Map<String, String> RESOURCES = Map.ofEntries(
            Map.entry("NetworkPolicy", "networkpolicies"),
            Map.entry("SecurityContextConstraints", "securitycontextconstraints"));

    private final Set<RbacAtom> cluster = new TreeSet<>();
    private final Set<RbacAtom> own = new TreeSet<>();

    /**
     * Adds them up.
     *
     * @param controller what the chart makes of the controller alone
     * @param operand every object that an operand can have
     */
    OperatorRights(List<JsonNode> controller, List<JsonNode> operand) {
        controller.forEach(this::allowWhatItGives);
        for (var object : operand) {
            allowWhatItGives(object);
            allowToKeep(object);
        }
        var multus = OwnKind.LINKERD_MULTUS;
        RbacAtom.of(multus.group(), multus.plural(), "cluster", "get", "list", "watch", "patch")
                .forEach(cluster::add);
        RbacAtom.of(multus.group(), multus.plural() + "/status", "cluster", "patch")
                .forEach(cluster::add);
    }

    private void allowWhatItGives(JsonNode object) {
        if (isRole(object)) {
            object.path("rules").valueStream().flatMap(RbacAtom::of).forEach(in(object)::add);
        }
    }

    private static boolean isRole(JsonNode object) {
        var kind = object.path("kind").asText();
        return kind.equals("Role") || kind.equals("ClusterRole");
    }

    /** {@return where rights on the namespace of that object belong} */
    private Set<RbacAtom> in(JsonNode object) {
        return isInOwn(object) ? own : cluster;
    }

    private static boolean isInOwn(JsonNode object) {
        return object.at("/metadata/namespace").asText().equals(OperandRendering.NAMESPACE);
    }

    /** By name, as server-side apply asks for it even when it creates; those of its own namespace are watched by their labels. */
    private void allowToKeep(JsonNode object) {
        var version = object.path("apiVersion").asText();
        var group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
        var kind = object.path("kind").asText();
        var resource = Optional.ofNullable(RESOURCES.get(kind)).orElseGet(() -> kind.toLowerCase(Locale.ROOT) + "s");
        var name = object.at("/metadata/name").asText();
        var rights = in(object);
        RbacAtom.of(group, resource, name, "get", "create", "patch", "delete").forEach(rights::add);
        RbacAtom.of(group, resource, isInOwn(object) ? "" : name, "list", "watch")
                .forEach(rights::add);
    }

    /** {@return rules for the whole cluster} */
    ArrayNode clusterRules() {
        return RbacRules.of(leastCluster());
    }

    /** {@return rules for the operator's namespace alone} */
    ArrayNode ownRules() {
        return RbacRules.of(RbacRules.least(own, leastCluster()));
    }

    private Set<RbacAtom> leastCluster() {
        return RbacRules.least(cluster, Set.of());
    }
}
