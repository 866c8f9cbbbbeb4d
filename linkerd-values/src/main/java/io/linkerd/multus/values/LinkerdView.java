// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What encoding/json has of values once it decoded them into Linkerd's struct: fields by their own names, whatever the case of the keys. The
 * keys come in the order of their bytes, as sigs.k8s.io/yaml writes them: of two for one field the later one counts, member by member where
 * both are mappings. What the struct has no field for stays as it is.
 */
final class LinkerdView {
    private LinkerdView() {}

    /** {@return the values by the names of the struct} */
    static ValueTree of(ValueTree values, LinkerdType type) {
        return switch (values) {
            case ValueTree.Members(var members) -> members(members, type);
            case ValueTree.Elements(var elements) ->
                new ValueTree.Elements(elements.stream()
                        .map(element -> of(element, type.element()))
                        .toList());
            case ValueTree.Text _, ValueTree.Number _, ValueTree.Flag _, ValueTree.Nothing _ -> values;
        };
    }

    private static ValueTree members(Map<String, ValueTree> members, LinkerdType type) {
        var seen = new LinkedHashMap<String, ValueTree>();
        new TreeMap<>(members).forEach((key, value) -> {
            var name = type.name(key);
            seen.merge(name, of(value, type.member(key)), (before, after) -> later(before, after, type.member(key)));
        });
        return new ValueTree.Members(seen);
    }

    /** Null sets what may be nil, and leaves anything else as it was. */
    private static ValueTree later(ValueTree before, ValueTree after, LinkerdType type) {
        if (after instanceof ValueTree.Nothing) {
            return isNilable(type) ? after : before;
        }
        if (before instanceof ValueTree.Members(var first)
                && after instanceof ValueTree.Members(var second)
                && type != LinkerdType.Basic.ANY) {
            var both = new LinkedHashMap<>(first);
            second.forEach((name, value) -> both.merge(
                    name,
                    value,
                    (one, other) -> type instanceof LinkerdType.Struct ? later(one, other, type.member(name)) : other));
            return new ValueTree.Members(both);
        }
        return after;
    }

    private static boolean isNilable(LinkerdType type) {
        return switch (type) {
            case LinkerdType.Struct(var _, var pointer) -> pointer;
            case LinkerdType.ListOf _, LinkerdType.MapOf _ -> true;
            case LinkerdType.Basic basic -> basic == LinkerdType.Basic.ANY;
        };
    }
}
