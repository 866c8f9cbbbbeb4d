// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonEdit;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.contracts.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The form {@code [{"name":"n","namespace":"ns"}]} of the networks annotation. */
final class JsonNetworkList {

    private static final String NAME = "name";
    private static final String NAMESPACE = "namespace";
    private static final String INTERFACE = "interface";

    private JsonNetworkList() {}

    static NetworkSelectionChange attach(String value, NetworkReference network, String podNamespace) {
        return switch (JsonText.read(value, NetworkSelection.LIMITS)) {
            case Result.Not<JsonText>(var reason) -> unreadable("not JSON, " + reason);
            case Result.Ok<JsonText>(var json)
            when json.root() instanceof JsonValue.Elements list -> attach(json, list, network, podNamespace);
            case Result.Ok<JsonText> _ -> unreadable("its JSON is not a list");
        };
    }

    private static NetworkSelectionChange attach(
            JsonText json, JsonValue.Elements list, NetworkReference network, String podNamespace) {
        var problem = problem(list);
        if (problem.isPresent()) {
            return unreadable(problem.get());
        }
        return namespaces(list, network.name(), podNamespace)
                        .anyMatch(network.namespace().orElse(podNamespace)::equals)
                ? new NetworkSelectionChange.AlreadyAttached()
                : new NetworkSelectionChange.Attached(
                        json.with(List.of(json.append(list, element(network, podNamespace)))));
    }

    static Stream<String> namespaces(String value, String name, String podNamespace) {
        return JsonText.read(value, NetworkSelection.LIMITS) instanceof Result.Ok<JsonText>(var json)
                        && json.root() instanceof JsonValue.Elements list
                ? namespaces(list, name, podNamespace)
                : Stream.empty();
    }

    static boolean mayName(String value, String name) {
        return !(JsonText.read(value, NetworkSelection.LIMITS) instanceof Result.Ok<JsonText>(var json)
                && json.root() instanceof JsonValue.Elements list
                && problem(list).isEmpty()
                && list.elements().stream()
                        .noneMatch(element -> element instanceof JsonValue.Members members
                                && members.goText(NAME).equals(Optional.of(name))));
    }

    private static Stream<String> namespaces(JsonValue.Elements list, String name, String podNamespace) {
        return list.elements().stream()
                .flatMap(element -> element instanceof JsonValue.Members members
                                && members.goText(NAME).equals(Optional.of(name))
                        ? Stream.of(members.goText(NAMESPACE).orElse(podNamespace))
                        : Stream.empty());
    }

    private static Optional<String> problem(JsonValue.Elements list) {
        return IntStream.range(0, list.elements().size())
                .mapToObj(index -> problem(list.elements().get(index))
                        .map(complaint -> "entry " + (index + 1) + " of its list " + complaint))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> problem(JsonValue element) {
        if (!(element instanceof JsonValue.Members members)) {
            return Optional.of("is not an object");
        }
        for (var field : List.of(NAME, NAMESPACE, INTERFACE)) {
            if (members.goMembers(field).map(JsonValue.Member::value).anyMatch(value -> !isTextOrNull(value))) {
                return Optional.of("has a \"" + field + "\" that is not a string");
            }
        }
        return members.goText(NAME).isEmpty() ? Optional.of("has no \"name\"") : Optional.empty();
    }

    private static boolean isTextOrNull(JsonValue value) {
        return value instanceof JsonValue.Text || value instanceof JsonValue.Null;
    }

    private static String element(NetworkReference network, String podNamespace) {
        var members = new ArrayList<String>();
        members.add(member(NAME, network.name()));
        network.namespaceBesides(podNamespace).ifPresent(value -> members.add(member(NAMESPACE, value)));
        network.interfaceName().ifPresent(value -> members.add(member(INTERFACE, value)));
        return "{" + String.join(",", members) + "}";
    }

    private static String member(String name, String value) {
        return JsonEdit.member(name, JsonEdit.quote(value));
    }

    private static NetworkSelectionChange unreadable(String reason) {
        return new NetworkSelectionChange.Unreadable(reason);
    }
}
