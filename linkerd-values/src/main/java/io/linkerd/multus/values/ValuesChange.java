// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;

/** What has to change at a place of the values. */
sealed interface ValuesChange {

    /** Another value in the place of this one, whatever it is. */
    record Put(ValueTree value) implements ValuesChange {}

    /** Other members, in a mapping that keeps the rest. */
    record Into(SequencedMap<String, ValuesChange> members) implements ValuesChange {}

    /** {@return the changes of these paths, none of which is within another} */
    static Into of(SortedMap<ValuesPath, ValueTree> edits) {
        var root = new Into(new LinkedHashMap<>());
        edits.forEach((path, value) -> put(root, path.names(), value));
        return root;
    }

    /** {@return what comes of a value; what is no mapping gives way to one} */
    default ValueTree over(ValueTree value) {
        return switch (this) {
            case Put(var other) -> other;
            case Into(var changes) -> {
                var members = new LinkedHashMap<>(value instanceof ValueTree.Members(var old) ? old : Map.of());
                changes.forEach((name, change) ->
                        members.put(name, change.over(members.getOrDefault(name, new ValueTree.Nothing()))));
                yield new ValueTree.Members(members);
            }
        };
    }

    private static void put(ValuesChange change, List<String> names, ValueTree value) {
        if (!(change instanceof Into(var members))) {
            throw new IllegalArgumentException("a path within another");
        }
        if (names.size() == 1) {
            members.put(names.getFirst(), new Put(value));
        } else {
            var inner = members.computeIfAbsent(names.getFirst(), _ -> new Into(new LinkedHashMap<>()));
            put(inner, names.subList(1, names.size()), value);
        }
    }
}
