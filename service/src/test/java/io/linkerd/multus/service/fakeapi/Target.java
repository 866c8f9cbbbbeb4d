// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import java.util.Collection;
import java.util.List;

/**
 * What a URL of the API points at.
 *
 * @param namespace empty for cluster-wide objects, and for lists of all namespaces
 * @param name empty for lists
 * @param subresource empty for the object itself
 */
record Target(Kind kind, String namespace, String name, String subresource) {

    /** Reads a path; there is none where no such kind is served. */
    static Target parse(String path, Collection<Kind> kinds) {
        var parts = List.of(path.substring(1).split("/"));
        var root = parts.getFirst().equals("api") ? 2 : 3;
        if (parts.size() <= root) {
            throw Refusal.unknownPath(path);
        }
        var base = "/" + String.join("/", parts.subList(0, root));
        var rest = parts.subList(root, parts.size());
        var inNamespace = rest.size() >= 3 && rest.getFirst().equals("namespaces");
        var named = inNamespace ? rest.subList(2, rest.size()) : rest;
        var kind = kinds.stream()
                .filter(known -> known.root().equals(base) && known.plural().equals(named.getFirst()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknownPath(path));
        return new Target(kind, inNamespace ? rest.get(1) : "", at(named, 1), at(named, 2));
    }

    private static String at(List<String> parts, int index) {
        return index < parts.size() ? parts.get(index) : "";
    }

    Target named(String other) {
        return new Target(kind, namespace, other, "");
    }

    Target inNamespace(String other) {
        return new Target(kind, other, name, subresource);
    }

    boolean isList() {
        return name.isEmpty();
    }

    /** Whether this is that object, or a list that has it, as far as its place tells. */
    boolean holds(Target object) {
        return kind.equals(object.kind)
                && (namespace.isEmpty() || namespace.equals(object.namespace))
                && (name.isEmpty() || name.equals(object.name));
    }

    /** The one path of the object, in whose order lists are. */
    String path() {
        return kind.root() + (namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/") + kind.plural() + "/"
                + name;
    }
}
