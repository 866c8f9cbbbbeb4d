// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.stream.Collectors;

/** Does what controllers do after a deletion: removes what nothing owns any more, and what a going namespace holds. */
final class Garbage {
    private static final String FOREGROUND = "foregroundDeletion";

    private final Store store;
    private final Writes writes;

    Garbage(Store store, Writes writes) {
        this.store = store;
        this.writes = writes;
    }

    /** Goes on until there is nothing left to remove. */
    void collect() {
        synchronized (store) {
            for (var before = -1L; before != store.version(); ) {
                before = store.version();
                store.all().forEach(this::look);
            }
        }
    }

    private void look(Target target) {
        store.get(target).ifPresent(object -> {
            if (isOrphan(object) || isInNamespaceThatGoes(target)) {
                writes.delete(target, Json.object());
            } else if (!goneOwners(object).isEmpty()) {
                writes.patch(target, this::withoutGoneOwners, "garbage-collector");
            } else if (isWaitingForDependents(object)) {
                writes.patch(target, Garbage::finished, "garbage-collector");
            } else if (isEmptyNamespaceThatGoes(target, object)) {
                store.remove(target);
            }
        });
    }

    /** Whether it has owners, and all of them are gone, or go as soon as it is gone. */
    private boolean isOrphan(ObjectNode object) {
        var owners = owners(object);
        return !owners.isEmpty() && goneOwners(object).size() == owners.size();
    }

    private Set<String> goneOwners(ObjectNode object) {
        var standing = store.all().stream()
                .flatMap(target -> store.get(target).stream())
                .filter(each -> !isForeground(each))
                .map(each -> Json.metadata(each, "uid"))
                .collect(Collectors.toSet());
        return owners(object)
                .valueStream()
                .map(Garbage::uid)
                .filter(owner -> !standing.contains(owner))
                .collect(Collectors.toSet());
    }

    /** Those that are there still keep it, and what it says of the others is taken away. */
    private ObjectNode withoutGoneOwners(ObjectNode object) {
        var gone = goneOwners(object);
        ((ArrayNode) owners(object)).removeIf(owner -> gone.contains(uid(owner)));
        return object;
    }

    private static JsonNode owners(ObjectNode object) {
        return object.path("metadata").path("ownerReferences");
    }

    private boolean isWaitingForDependents(ObjectNode object) {
        var dependents = store.all().stream()
                .flatMap(target -> store.get(target).stream())
                .flatMap(each -> each.path("metadata").path("ownerReferences").valueStream())
                .map(Garbage::uid)
                .collect(Collectors.toSet());
        return isForeground(object) && !dependents.contains(Json.metadata(object, "uid"));
    }

    private boolean isInNamespaceThatGoes(Target target) {
        return store.all().stream()
                .filter(each -> isNamespace(each) && each.name().equals(target.namespace()))
                .flatMap(each -> store.get(each).stream())
                .anyMatch(namespace -> namespace.path("metadata").has("deletionTimestamp"));
    }

    private boolean isEmptyNamespaceThatGoes(Target target, ObjectNode object) {
        return isNamespace(target)
                && object.path("metadata").has("deletionTimestamp")
                && store.all().stream().noneMatch(each -> each.namespace().equals(target.name()));
    }

    private static boolean isNamespace(Target target) {
        return target.kind().plural().equals("namespaces");
    }

    private static boolean isForeground(ObjectNode object) {
        return object.path("metadata")
                .path("finalizers")
                .valueStream()
                .anyMatch(each -> each.asText().equals(FOREGROUND));
    }

    private static ObjectNode finished(ObjectNode object) {
        var finalizers = (ArrayNode) object.path("metadata").path("finalizers");
        finalizers.removeIf(each -> Set.of(FOREGROUND).contains(each.asText()));
        return object;
    }

    private static String uid(JsonNode owner) {
        return owner.path("uid").asText();
    }
}
