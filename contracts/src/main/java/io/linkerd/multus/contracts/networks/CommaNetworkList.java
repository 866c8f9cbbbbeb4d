// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.networks;

import io.linkerd.multus.contracts.GoText;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form {@code namespace/name@interface, name} of the networks annotation. */
final class CommaNetworkList {

    /** No pod has as many interfaces; 256 KiB of commas would be 50 times that in memory. */
    private static final int MOST = 1000;

    private CommaNetworkList() {}

    static NetworkSelectionChange attach(String value, NetworkReference network, String podNamespace) {
        if (value.isEmpty()) {
            return new NetworkSelectionChange.Attached(item(network, podNamespace));
        }
        if (value.chars().filter(character -> character == ',').count() > MOST) {
            return new NetworkSelectionChange.Unreadable("more than " + MOST + " networks");
        }
        var items = items(value);
        var problem =
                items.stream().map(Item::problem).flatMap(Optional::stream).findFirst();
        if (problem.isPresent()) {
            return new NetworkSelectionChange.Unreadable(problem.get());
        }
        var namespace = network.namespace().orElse(podNamespace);
        var isThere = namespaces(items, network.name(), podNamespace).anyMatch(namespace::equals);
        var added = isThere ? Stream.<String>empty() : Stream.of(item(network, podNamespace));
        var wanted = Stream.concat(items.stream().map(Item::text), added).collect(Collectors.joining(","));
        return isThere && wanted.equals(value)
                ? new NetworkSelectionChange.AlreadyAttached()
                : new NetworkSelectionChange.Attached(wanted);
    }

    static Stream<String> namespaces(String value, String name, String podNamespace) {
        return namespaces(items(value), name, podNamespace);
    }

    static boolean mayName(String value, String name) {
        return items(value).stream()
                .anyMatch(item -> item.problem().isPresent() || item.name().equals(name));
    }

    private static Stream<String> namespaces(List<Item> items, String name, String podNamespace) {
        return items.stream()
                .filter(item -> item.problem().isEmpty() && item.name().equals(name))
                .map(item -> item.namespace().orElse(podNamespace));
    }

    /** Without the empty ones: Multus would look for a network without a name, and fail the pod. */
    private static List<Item> items(String value) {
        return Arrays.stream(value.split(",", -1))
                .filter(text -> !GoText.trim(text).isEmpty())
                .map(Item::of)
                .toList();
    }

    private static String item(NetworkReference network, String podNamespace) {
        return network.namespaceBesides(podNamespace)
                        .map(namespace -> namespace + "/")
                        .orElse("")
                + network.name()
                + network.interfaceName().map(name -> "@" + name).orElse("");
    }

    /** One network as it was written, cut where Multus cuts it: at slashes first, then the rest at each '@'. */
    private record Item(String text, List<String> bySlash, List<String> byAt) {

        static Item of(String text) {
            var bySlash = List.of(text.split("/", -1));
            return new Item(text, bySlash, List.of(bySlash.getLast().split("@", -1)));
        }

        Optional<String> namespace() {
            return bySlash.size() == 1 ? Optional.empty() : nonEmpty(bySlash.getFirst());
        }

        String name() {
            return GoText.trim(byAt.getFirst());
        }

        Optional<String> problem() {
            return complaint().map(complaint -> GoText.quote(GoText.trim(text)) + " " + complaint);
        }

        private Optional<String> complaint() {
            if (bySlash.size() > 2) {
                return Optional.of("has more than one '/'");
            }
            if (byAt.size() > 2) {
                return Optional.of("has more than one '@'");
            }
            if (namespace().filter(value -> !NetworkReference.isLabel(value)).isPresent()) {
                return Optional.of("has no valid namespace before '/'");
            }
            if (!NetworkReference.isLabel(name())) {
                return Optional.of("has no valid name: lower-case letters and digits, with '-' between them");
            }
            return byAt.size() == 2
                            && nonEmpty(byAt.getLast())
                                    .filter(value -> !NetworkReference.isInterface(value))
                                    .isPresent()
                    ? Optional.of("has no valid interface after '@': at most 15 bytes, without blanks")
                    : Optional.empty();
        }

        private static Optional<String> nonEmpty(String text) {
            return Optional.of(GoText.trim(text)).filter(trimmed -> !trimmed.isEmpty());
        }
    }
}
