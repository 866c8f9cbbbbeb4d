// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.fakeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The objects, and every change since the beginning; each change has a version of its own. */
final class Store {

    /** One change: what a watch tells of. */
    record Change(long version, String type, Address address, ObjectNode object) {}

    private final Map<Address, ObjectNode> objects = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private long version = 100;

    synchronized long version() {
        return version;
    }

    synchronized Optional<ObjectNode> get(Address address) {
        return Optional.ofNullable(objects.get(address)).map(ObjectNode::deepCopy);
    }

    synchronized List<ObjectNode> list(Address list) {
        return objects.entrySet().stream()
                .filter(entry -> list.holds(entry.getKey()))
                .map(entry -> entry.getValue().deepCopy())
                .toList();
    }

    /** Puts the object in its place, with a new version; an object that says the same is left as it is. */
    synchronized ObjectNode put(Address address, ObjectNode object) {
        var before = objects.get(address);
        var metadata = object.withObject("metadata");
        metadata.put("uid", before == null ? UUID.randomUUID().toString() : uid(before));
        metadata.put("resourceVersion", before == null ? "" : resourceVersion(before));
        if (object.equals(before)) {
            return object.deepCopy();
        }
        version++;
        metadata.put("resourceVersion", Long.toString(version));
        objects.put(address, object);
        tell(before == null ? "ADDED" : "MODIFIED", address, object);
        return object.deepCopy();
    }

    synchronized Optional<ObjectNode> remove(Address address) {
        var object = Optional.ofNullable(objects.remove(address));
        object.ifPresent(removed -> {
            version++;
            removed.withObject("metadata").put("resourceVersion", Long.toString(version));
            tell("DELETED", address, removed);
        });
        return object;
    }

    /** Waits until there are changes of that list after that version, or the time is over. */
    synchronized List<Change> changesAfter(long seen, Address list, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (true) {
            var news = changes.stream()
                    .filter(change -> change.version() > seen && list.holds(change.address()))
                    .toList();
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (!news.isEmpty() || left <= 0) {
                return news;
            }
            wait(left);
        }
    }

    static String resourceVersion(ObjectNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }

    private static String uid(ObjectNode object) {
        return object.path("metadata").path("uid").asText();
    }

    private void tell(String type, Address address, ObjectNode object) {
        changes.add(new Change(version, type, address, object.deepCopy()));
        notifyAll();
    }
}
