// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The fields of objects of one kind: which there are, how two objects differ, and what a merge of both is. */
final class Fields {
    private static final JsonNode MISSING = MissingNode.getInstance();

    /** What the API server alone writes, and nobody owns. */
    private static final Set<FieldPath> UNOWNED = Set.copyOf(Stream.concat(
                    Stream.of(List.of("f:apiVersion"), List.of("f:kind"), List.of("f:metadata")),
                    Stream.of(
                                    "name",
                                    "namespace",
                                    "creationTimestamp",
                                    "uid",
                                    "generation",
                                    "managedFields",
                                    "resourceVersion")
                            .map(name -> List.of("f:metadata", "f:" + name)))
            .map(FieldPath::new)
            .toList());

    private final Parts parts;

    Fields(Kind kind) {
        this.parts = Parts.of(kind);
    }

    /** How two objects differ. */
    record Difference(FieldSet added, FieldSet modified, FieldSet removed) {}

    /** The fields that an applied object speaks of. */
    FieldSet of(ObjectNode applied) {
        var paths = new HashSet<FieldPath>();
        collect("", applied, FieldPath.ROOT, paths);
        return owned(paths);
    }

    private void collect(String field, JsonNode value, FieldPath path, Set<FieldPath> paths) {
        var children = parts.split(field, value);
        if (children.isEmpty() && !path.isRoot()) {
            paths.add(path);
        }
        children.forEach((element, child) -> {
            var below = path.child(element);
            collect(Parts.name(field, element), child, below, paths);
            if (!below.isNamed()) {
                paths.add(below);
            }
        });
    }

    Difference compare(ObjectNode before, ObjectNode after) {
        var found = new Found(new HashSet<>(), new HashSet<>(), new HashSet<>());
        compare("", before, after, FieldPath.ROOT, found);
        return new Difference(owned(found.added), owned(found.modified), owned(found.removed));
    }

    private record Found(Set<FieldPath> added, Set<FieldPath> modified, Set<FieldPath> removed) {}

    private void compare(String field, JsonNode before, JsonNode after, FieldPath path, Found found) {
        var old = parts.split(field, before);
        var now = parts.split(field, after);
        if (before.isMissingNode()) {
            found.added.add(path);
        } else if (after.isMissingNode()) {
            found.removed.add(path);
        } else if (old.isEmpty() && now.isEmpty() && !before.equals(after)) {
            found.modified.add(path);
        }
        var elements = new LinkedHashSet<>(old.keySet());
        elements.addAll(now.keySet());
        for (var element : elements) {
            compare(
                    Parts.name(field, element),
                    old.getOrDefault(element, MISSING),
                    now.getOrDefault(element, MISSING),
                    path.child(element),
                    found);
        }
    }

    /** What is there, with what is applied put over it. */
    ObjectNode merged(ObjectNode live, ObjectNode applied) {
        return (ObjectNode) merged("", live, applied);
    }

    private JsonNode merged(String field, JsonNode live, JsonNode applied) {
        var result = parts.split(field, live);
        var over = parts.split(field, applied);
        if (!result.isEmpty() && applied.isContainerNode() && applied.isEmpty()) {
            return live;
        }
        if (result.isEmpty() || over.isEmpty()) {
            return applied;
        }
        over.forEach((element, value) ->
                result.put(element, merged(Parts.name(field, element), result.getOrDefault(element, MISSING), value)));
        return Parts.join(result);
    }

    /** The object without the fields that are gone, and without what was left empty by that. */
    ObjectNode without(ObjectNode object, Predicate<FieldPath> gone) {
        return without("", object, FieldPath.ROOT, gone) instanceof ObjectNode left ? left : Json.object();
    }

    private JsonNode without(String field, JsonNode value, FieldPath path, Predicate<FieldPath> gone) {
        var before = parts.split(field, value);
        if (before.isEmpty()) {
            return value;
        }
        var left = new LinkedHashMap<String, JsonNode>();
        before.forEach((element, child) -> {
            var below = path.child(element);
            var rest = gone.test(below) ? MISSING : without(Parts.name(field, element), child, below, gone);
            if (!rest.isMissingNode()) {
                left.put(element, rest);
            }
        });
        return Parts.join(left);
    }

    private static FieldSet owned(Set<FieldPath> paths) {
        return new FieldSet(paths).only(path -> !UNOWNED.contains(path) && !isManagedFields(path));
    }

    private static boolean isManagedFields(FieldPath path) {
        return path.elements().size() > 1 && path.elements().get(1).equals("f:managedFields");
    }
}
