// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A set of fields, as one manager owns it. */
record FieldSet(Set<FieldPath> paths) {
    static final FieldSet NONE = new FieldSet(Set.of());

    private static final String ITSELF = ".";

    FieldSet {
        paths = Set.copyOf(paths);
    }

    boolean isEmpty() {
        return paths.isEmpty();
    }

    FieldSet and(FieldSet others) {
        var union = new HashSet<>(paths);
        union.addAll(others.paths);
        return new FieldSet(union);
    }

    FieldSet butNot(FieldSet others) {
        return only(path -> !others.paths.contains(path));
    }

    FieldSet in(FieldSet others) {
        return only(others.paths::contains);
    }

    FieldSet only(Predicate<FieldPath> which) {
        return new FieldSet(paths.stream().filter(which).collect(Collectors.toSet()));
    }

    /** Whether the field is kept by this set: itself, or for a field by name also by one below it. */
    boolean keeps(FieldPath path) {
        return paths.contains(path) || (path.isNamed() && paths.stream().anyMatch(each -> each.startsWith(path)));
    }

    static FieldSet union(Collection<FieldSet> sets) {
        return sets.stream().reduce(NONE, FieldSet::and);
    }

    /** Reads what an entry of {@code managedFields} says. */
    static FieldSet read(JsonNode written) {
        var paths = new HashSet<FieldPath>();
        read(written, FieldPath.ROOT, paths);
        return new FieldSet(paths);
    }

    private static void read(JsonNode node, FieldPath path, Set<FieldPath> paths) {
        if (!path.isRoot() && (node.isEmpty() || node.has(ITSELF))) {
            paths.add(path);
        }
        node.properties().stream()
                .filter(child -> !child.getKey().equals(ITSELF))
                .forEach(child -> read(child.getValue(), path.child(child.getKey()), paths));
    }

    /** Writes it as an entry of {@code managedFields} says it. */
    ObjectNode write() {
        return write(FieldPath.ROOT, paths);
    }

    private static ObjectNode write(FieldPath parent, Set<FieldPath> below) {
        var depth = parent.elements().size();
        var children = below.stream()
                .filter(path -> path.elements().size() > depth)
                .collect(Collectors.groupingBy(path -> path.elements().get(depth), TreeMap::new, Collectors.toSet()));
        var node = Json.object();
        if (!children.isEmpty() && below.contains(parent)) {
            node.putObject(ITSELF);
        }
        children.forEach((element, paths) -> node.set(element, write(parent.child(element), paths)));
        return node;
    }
}
