// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Wanted values leaf by leaf: of a mapping only what is written in it is wanted. A list is a leaf, and so is an empty mapping. */
final class ValuesLeaves {
    private ValuesLeaves() {}

    /** {@return the leaves, each as Linkerd's struct has it; of two for one path the deeper written one counts} */
    static SortedMap<ValuesPath, ValueTree> of(SortedMap<ValuesPath, ValueTree> wanted) {
        var leaves = new TreeMap<ValuesPath, ValueTree>();
        wanted.forEach((path, value) -> add(path, value, leaves));
        return Collections.unmodifiableSortedMap(leaves);
    }

    private static void add(ValuesPath path, ValueTree value, Map<ValuesPath, ValueTree> leaves) {
        if (value instanceof ValueTree.Members(var members) && !members.isEmpty()) {
            members.forEach((name, member) -> add(path.member(name), member, leaves));
        } else {
            leaves.keySet().removeIf(leaf -> leaf.holds(path) || path.holds(leaf));
            leaves.put(path, typed(value, LinkerdStructs.VALUES.at(path)));
        }
    }

    /** A number or bool for a place that holds text is that text: {@code 4567} and {@code "4567"} are wanted alike. */
    private static ValueTree typed(ValueTree value, LinkerdType type) {
        return switch (value) {
            case ValueTree.Number number when type == LinkerdType.Basic.TEXT -> new ValueTree.Text(number.digits());
            case ValueTree.Flag(var flag)
            when type == LinkerdType.Basic.TEXT -> new ValueTree.Text(Boolean.toString(flag));
            case ValueTree.Elements(var elements) ->
                new ValueTree.Elements(elements.stream()
                        .map(element -> typed(element, type.element()))
                        .toList());
            case ValueTree.Members(var members) -> {
                var typed = new LinkedHashMap<String, ValueTree>();
                members.forEach((name, member) -> typed.put(name, typed(member, type.member(name))));
                yield new ValueTree.Members(typed);
            }
            case ValueTree.Text _, ValueTree.Number _, ValueTree.Flag _, ValueTree.Nothing _ -> value;
        };
    }
}
