// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an edited text has otherwise than its first text. */
final class ValuesEdits {
    private ValuesEdits() {}

    /** {@return these edits and the leaves that are wanted, without what is as in the first text} */
    static SortedMap<ValuesPath, ValueTree> plus(
            ValuesText text, SortedMap<ValuesPath, ValueTree> edits, SortedMap<ValuesPath, ValueTree> leaves) {
        var all = new TreeMap<>(edits);
        leaves.forEach((asked, value) -> {
            var path = ValuesNames.written(text.tree(), asked);
            if (!holds(text.tree().at(path), value)) {
                put(all, path, value);
            }
        });
        all.entrySet().removeIf(edit -> text.first().at(edit.getKey()).equals(Optional.of(edit.getValue())));
        return all;
    }

    /** Whether it is there already; an empty mapping asks for none of the members. */
    private static boolean holds(Optional<ValueTree> there, ValueTree wanted) {
        return there.equals(Optional.of(wanted))
                || (wanted instanceof ValueTree.Members
                        && there.filter(ValueTree.Members.class::isInstance).isPresent());
    }

    private static void put(SortedMap<ValuesPath, ValueTree> all, ValuesPath path, ValueTree value) {
        all.keySet().removeIf(path::holds);
        var around = all.keySet().stream().filter(edited -> edited.holds(path)).findFirst();
        if (around.isPresent()) {
            var names = path.names()
                    .subList(around.get().names().size(), path.names().size());
            var below = new TreeMap<ValuesPath, ValueTree>();
            below.put(new ValuesPath(names), value);
            all.computeIfPresent(
                    around.get(), (_, whole) -> ValuesChange.of(below).over(whole));
        } else {
            all.put(path, value);
        }
    }
}
