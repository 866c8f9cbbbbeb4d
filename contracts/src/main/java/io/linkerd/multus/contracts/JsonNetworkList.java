// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import io.linkerd.multus.contracts.JsonText.DuplicateKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The form {@code [{"name":"n","namespace":"ns"}]} of the networks annotation. */
final class JsonNetworkList {

    private JsonNetworkList() {}

    static NetworkSelectionChange attach(String value, NetworkReference network, String podNamespace) {
        return switch (JsonText.read(value, DuplicateKeys.AS_GO_TAKES_THEM)) {
            case JsonReading.Invalid(var reason, var line, var column) ->
                unreadable("not JSON, line " + line + ", column " + column + ": " + reason);
            case JsonReading.Valid(var json)
            when json.root() instanceof JsonValue.Elements list -> attach(json, list, network, podNamespace);
            case JsonReading.Valid _ -> unreadable("its JSON is not a list");
        };
    }

    private static NetworkSelectionChange attach(
            JsonText json, JsonValue.Elements list, NetworkReference network, String podNamespace) {
        for (int index = 0; index < list.elements().size(); index++) {
            var problem = problem(list.elements().get(index));
            if (problem.isPresent()) {
                return unreadable("entry " + (index + 1) + " of its list " + problem.get());
            }
        }
        var namespace = network.namespace().orElse(podNamespace);
        if (contains(list, namespace, network.name(), podNamespace)) {
            return new NetworkSelectionChange.AlreadyAttached();
        }
        var edit = JsonEdit.append(json, list, element(network, podNamespace));
        return new NetworkSelectionChange.Attached(json.with(List.of(edit)));
    }

    static boolean refersTo(String value, String namespace, String name, String podNamespace) {
        return JsonText.read(value, DuplicateKeys.AS_GO_TAKES_THEM) instanceof JsonReading.Valid(var json)
                && json.root() instanceof JsonValue.Elements list
                && contains(list, namespace, name, podNamespace);
    }

    private static boolean contains(JsonValue.Elements list, String namespace, String name, String podNamespace) {
        return list.elements().stream()
                .anyMatch(element -> element instanceof JsonValue.Members members
                        && text(members, "name").equals(name)
                        && text(members, "namespace")
                                .transform(own -> own.isEmpty() ? podNamespace : own)
                                .equals(namespace));
    }

    private static Optional<String> problem(JsonValue element) {
        if (!(element instanceof JsonValue.Members members)) {
            return Optional.of("is not an object");
        }
        for (var key : List.of("name", "namespace", "interface")) {
            if (members.named(key)
                    .anyMatch(value -> !(value instanceof JsonValue.Text || value instanceof JsonValue.Null))) {
                return Optional.of("has a \"" + key + "\" that is not a string");
            }
        }
        return text(members, "name").isEmpty() ? Optional.of("has no \"name\"") : Optional.empty();
    }

    /** What Go has in the field after decoding: the last string of that key; null leaves it as it was. */
    private static String text(JsonValue.Members members, String key) {
        return members.named(key)
                .filter(JsonValue.Text.class::isInstance)
                .map(value -> ((JsonValue.Text) value).text())
                .reduce("", (_, later) -> later);
    }

    private static String element(NetworkReference network, String podNamespace) {
        var members = new ArrayList<String>();
        members.add("\"name\":" + JsonEdit.quote(network.name()));
        network.namespace()
                .filter(namespace -> !namespace.equals(podNamespace))
                .ifPresent(namespace -> members.add("\"namespace\":" + JsonEdit.quote(namespace)));
        network.interfaceName().ifPresent(name -> members.add("\"interface\":" + JsonEdit.quote(name)));
        return "{" + String.join(",", members) + "}";
    }

    private static NetworkSelectionChange unreadable(String reason) {
        return new NetworkSelectionChange.Unreadable(reason);
    }
}
