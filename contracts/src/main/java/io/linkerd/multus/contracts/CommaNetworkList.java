// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form {@code namespace/name@interface, name} of the networks annotation. */
final class CommaNetworkList {

    private CommaNetworkList() {}

    static NetworkSelectionChange attach(String value, NetworkReference network, String podNamespace) {
        var items = items(value);
        var problem = items.stream()
                .map(CommaNetworkList::problem)
                .flatMap(Optional::stream)
                .findFirst();
        if (problem.isPresent()) {
            return new NetworkSelectionChange.Unreadable(problem.get());
        }
        var namespace = network.namespace().orElse(podNamespace);
        if (refersTo(value, namespace, network.name(), podNamespace)) {
            return new NetworkSelectionChange.AlreadyAttached();
        }
        return new NetworkSelectionChange.Attached(Stream.concat(items.stream(), Stream.of(item(network, podNamespace)))
                .collect(Collectors.joining(",")));
    }

    static boolean refersTo(String value, String namespace, String name, String podNamespace) {
        return items(value).stream()
                .filter(item -> problem(item).isEmpty())
                .anyMatch(item -> nameOf(item).equals(name)
                        && namespaceOf(item).orElse(podNamespace).equals(namespace));
    }

    /** The items as they were written; empty ones, which Multus would look up by an empty name and fail the pod, are dropped. */
    private static List<String> items(String value) {
        return Arrays.stream(value.split(",", -1))
                .filter(item -> !GoSpace.trim(item).isEmpty())
                .toList();
    }

    private static String item(NetworkReference network, String podNamespace) {
        return network.namespace()
                        .filter(namespace -> !namespace.equals(podNamespace))
                        .map(namespace -> namespace + "/")
                        .orElse("")
                + network.name()
                + network.interfaceName().map(name -> "@" + name).orElse("");
    }

    private static Optional<String> problem(String item) {
        if (item.chars().filter(character -> character == '/').count() > 1) {
            return Optional.of(quoted(item) + " has more than one '/'");
        }
        if (networkOf(item).chars().filter(character -> character == '@').count() > 1) {
            return Optional.of(quoted(item) + " has more than one '@'");
        }
        if (!namespaceOf(item).map(NetworkReference::isLabel).orElse(true)) {
            return Optional.of(quoted(item) + " names no namespace before '/'");
        }
        if (!NetworkReference.isLabel(nameOf(item))) {
            return Optional.of(quoted(item) + " names no network: lower-case letters, digits and '-' inside");
        }
        if (!interfaceOf(item).map(NetworkReference::isInterface).orElse(true)) {
            return Optional.of(quoted(item) + " names no interface after '@': at most 15 bytes, without blanks");
        }
        return Optional.empty();
    }

    private static String quoted(String item) {
        return "\"" + GoSpace.trim(item) + "\"";
    }

    private static Optional<String> namespaceOf(String item) {
        int slash = item.indexOf('/');
        return nonEmpty(slash < 0 ? "" : item.substring(0, slash));
    }

    private static String networkOf(String item) {
        return item.substring(item.indexOf('/') + 1);
    }

    private static String nameOf(String item) {
        var network = networkOf(item);
        int at = network.indexOf('@');
        return GoSpace.trim(at < 0 ? network : network.substring(0, at));
    }

    private static Optional<String> interfaceOf(String item) {
        var network = networkOf(item);
        int at = network.indexOf('@');
        return nonEmpty(at < 0 ? "" : network.substring(at + 1));
    }

    private static Optional<String> nonEmpty(String text) {
        return Optional.of(GoSpace.trim(text)).filter(trimmed -> !trimmed.isEmpty());
    }
}
