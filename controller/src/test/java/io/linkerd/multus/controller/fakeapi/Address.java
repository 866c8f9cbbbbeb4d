// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.fakeapi;

import java.util.List;
import java.util.Optional;

/**
 * What a URL of the Kubernetes API points at.
 *
 * @param kind group, version and plural, as in {@code /api/v1/namespaces}
 * @param namespace absent for cluster-wide objects and lists of all namespaces
 * @param name absent for lists
 */
record Address(String kind, Optional<String> namespace, Optional<String> name) {

    static Address parse(String path) {
        var parts = List.of(path.substring(1).split("/"));
        int groupEnd = parts.get(0).equals("api") ? 2 : 3;
        String group = "/" + String.join("/", parts.subList(0, groupEnd));
        var rest = parts.subList(groupEnd, parts.size());
        if (rest.size() >= 3 && rest.get(0).equals("namespaces")) {
            return new Address(group + "/" + rest.get(2), Optional.of(rest.get(1)), at(rest, 3));
        }
        return new Address(group + "/" + rest.get(0), Optional.empty(), at(rest, 1));
    }

    /** Whether this list holds the object. */
    boolean holds(Address object) {
        return kind.equals(object.kind)
                && (namespace.isEmpty() || namespace.equals(object.namespace))
                && (name.isEmpty() || name.equals(object.name));
    }

    Address withName(Optional<String> other) {
        return new Address(kind, namespace, other);
    }

    private static Optional<String> at(List<String> parts, int index) {
        return index < parts.size() ? Optional.of(parts.get(index)) : Optional.empty();
    }
}
