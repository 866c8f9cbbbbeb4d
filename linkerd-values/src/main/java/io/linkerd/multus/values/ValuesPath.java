// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a value is in Linkerd's values, as {@code proxy.logLevel}.
 *
 * @param names of the members on the way, the outermost first; at least one
 */
public record ValuesPath(List<String> names) implements Comparable<ValuesPath> {
    private static final Comparator<ValuesPath> ORDER = Comparator.comparing(ValuesPath::toString);

    public ValuesPath {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a path has a name");
        }
    }

    /** {@return the path of these names} */
    public static ValuesPath of(String... names) {
        return new ValuesPath(List.of(names));
    }

    /** {@return the path of a member of what is here} */
    public ValuesPath member(String name) {
        return new ValuesPath(Stream.concat(names.stream(), Stream.of(name)).toList());
    }

    /** {@return whether the other is this one, or below it} */
    public boolean holds(ValuesPath other) {
        return other.names.size() >= names.size()
                && other.names.subList(0, names.size()).equals(names);
    }

    /** {@return what is edited of each member: nothing where the member itself is, else what is edited within it} No path may be within another. */
    static SequencedMap<String, SortedMap<ValuesPath, ValueTree>> byMember(SortedMap<ValuesPath, ValueTree> edits) {
        var members = new LinkedHashMap<String, SortedMap<ValuesPath, ValueTree>>();
        edits.forEach((path, value) -> {
            var name = path.names.getFirst();
            var within = members.computeIfAbsent(name, _ -> new TreeMap<>());
            if (path.names.size() > 1) {
                within.put(new ValuesPath(path.names.subList(1, path.names.size())), value);
            }
            if (!within.isEmpty() && edits.containsKey(of(name))) {
                throw new IllegalArgumentException("a path within another");
            }
        });
        return members;
    }

    @Override
    public int compareTo(ValuesPath other) {
        return ORDER.compare(this, other);
    }

    /** {@return the names with dots between them; one that has a dot itself is in brackets} */
    @Override
    public String toString() {
        return names.stream()
                .map(name -> name.contains(".") ? "[" + name + "]" : name)
                .collect(Collectors.joining("."));
    }
}
