// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The form {@code namespace/name@interface, name}. An item without a name is left in it: upstream looks for it, and does not find it. */
final class CommaElements {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final String NOT_IN_INTERFACES = " \t\n\u000b\f\r/";

    /** IFNAMSIZ of Linux, less the byte that ends the name. */
    private static final int LONGEST_INTERFACE = 16 - 1;

    private CommaElements() {}

    static Result<List<SelectionElement>> read(String value, String defaultNamespace) {
        if (value.chars().filter(character -> character == ',').count() >= NetworksAnnotation.MOST) {
            return new Result.Not<>("parsePodNetworkAnnotation: more than " + NetworksAnnotation.MOST + " networks");
        }
        var elements = new ArrayList<SelectionElement>();
        for (var text : value.split(",", -1)) {
            switch (item(GoText.trim(text))) {
                case Result.Ok<Item>(var item) -> elements.add(item.element(defaultNamespace));
                case Result.Not<Item>(var reason) -> {
                    return new Result.Not<>("parsePodNetworkAnnotation: parsePodNetworkObjectName: " + reason);
                }
            }
        }
        return new Result.Ok<>(List.copyOf(elements));
    }

    private record Item(String namespace, String name, String interfaceName) {

        SelectionElement element(String defaultNamespace) {
            var network = new NetworkName(namespace.isEmpty() ? defaultNamespace : namespace, name);
            return new SelectionElement(
                    network,
                    NetworkWishes.ofInterface(Optional.of(interfaceName).filter(text -> !text.isEmpty())));
        }

        Optional<String> mismatch() {
            return Stream.of(namespace, name)
                    .filter(text -> !text.isEmpty() && !LABEL.matcher(text).matches())
                    .findFirst();
        }

        boolean hasInterface() {
            return GoText.length(interfaceName) <= LONGEST_INTERFACE
                    && interfaceName.chars().noneMatch(character -> NOT_IN_INTERFACES.indexOf(character) >= 0);
        }
    }

    private static Result<Item> item(String text) {
        var bySlash = text.split("/", -1);
        if (bySlash.length > 2) {
            return new Result.Not<>("Invalid network object (failed at '/')");
        }
        var byAt = bySlash[bySlash.length - 1].split("@", -1);
        if (byAt.length > 2) {
            return new Result.Not<>("Invalid network object (failed at '@')");
        }
        var item = new Item(
                bySlash.length == 2 ? GoText.trim(bySlash[0]) : "",
                GoText.trim(byAt[0]),
                byAt.length == 2 ? GoText.trim(byAt[1]) : "");
        if (item.mismatch().isPresent()) {
            return new Result.Not<>(
                    "Failed to parse: one or more items did not match comma-delimited format (must consist of lower case alphanumeric"
                            + " characters). Must start and end with an alphanumeric character), mismatch @ '"
                            + NetworksAnnotation.shown(item.mismatch().get()) + "'");
        }
        return item.hasInterface()
                ? new Result.Ok<>(item)
                : new Result.Not<>(
                        "Failed to parse interface name: must be less than 15 chars and not contain '/' or spaces. interface name '"
                                + NetworksAnnotation.shown(item.interfaceName()) + "'");
    }
}
