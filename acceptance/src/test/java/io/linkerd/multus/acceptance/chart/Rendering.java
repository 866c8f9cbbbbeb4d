// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The objects that a rendering makes. */
record Rendering(List<JsonNode> all) {
    Rendering {
        all = List.copyOf(all);
    }

    Stream<JsonNode> ofKind(String kind) {
        return all.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    JsonNode one(String kind, String name) {
        return find(kind, name).orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }

    Optional<JsonNode> find(String kind, String name) {
        return ofKind(kind).filter(object -> name(object).equals(name)).findAny();
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    /** Pods of the workloads. The one of {@code helm test} is a hook, which the engine leaves out of a rendering. */
    Stream<JsonNode> pods() {
        return Stream.of("DaemonSet", "Deployment").flatMap(this::ofKind).map(object -> object.at("/spec/template"));
    }

    static Stream<JsonNode> containers(JsonNode pod) {
        return Stream.of("initContainers", "containers")
                .map(pod.path("spec")::path)
                .flatMap(Rendering::elements);
    }

    /** Rules of all roles of our accounts, of namespaces and of the cluster. Those that are for people are in {@link ViewRolesTest}. */
    Stream<JsonNode> rules() {
        return Stream.of("Role", "ClusterRole")
                .flatMap(this::ofKind)
                .filter(role -> !name(role).matches(".*-view(-cluster|-pods)?"))
                .flatMap(role -> elements(role.path("rules")));
    }

    /** {@return whether that rule of a role gives the right to delete pods, one by one or all} */
    static boolean deletesPods(JsonNode rule) {
        return texts(rule.path("resources")).stream().anyMatch(Set.of("pods", "*")::contains)
                && texts(rule.path("verbs")).stream().anyMatch(Set.of("delete", "deletecollection", "*")::contains);
    }

    /** Value of a variable of a container, or empty. */
    static String variable(JsonNode container, String name) {
        return elements(container.path("env"))
                .filter(variable -> variable.path("name").asText().equals(name))
                .map(variable -> variable.path("value").asText())
                .findAny()
                .orElse("");
    }

    static Stream<JsonNode> elements(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false);
    }

    static List<String> texts(JsonNode array) {
        return elements(array).map(JsonNode::asText).toList();
    }
}
