// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images.operator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The smallest right: one verb on one resource.
 *
 * @param name of the one object; empty for all of them
 */
record RbacAtom(String group, String resource, String name, String verb) implements Comparable<RbacAtom> {
    private static final Comparator<RbacAtom> ORDER = Comparator.comparing(RbacAtom::group)
            .thenComparing(RbacAtom::resource)
            .thenComparing(RbacAtom::name)
            .thenComparing(RbacAtom::verb);

    /** {@return what a rule of a Role or a ClusterRole consists of} */
    static Stream<RbacAtom> of(JsonNode rule) {
        var names = texts(rule.path("resourceNames"));
        return texts(rule.path("apiGroups")).stream()
                .flatMap(group -> texts(rule.path("resources")).stream()
                        .flatMap(resource -> (names.isEmpty() ? List.of("") : names)
                                .stream()
                                        .flatMap(name -> texts(rule.path("verbs")).stream()
                                                .map(verb -> new RbacAtom(group, resource, name, verb)))));
    }

    /** {@return rights to do each of that} */
    static Stream<RbacAtom> of(String group, String resource, String name, String... verbs) {
        return Stream.of(verbs).map(verb -> new RbacAtom(group, resource, name, verb));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    /** {@return the same for every object} */
    RbacAtom ofAll() {
        return new RbacAtom(group, resource, "", verb);
    }

    @Override
    public int compareTo(RbacAtom other) {
        return ORDER.compare(this, other);
    }
}
