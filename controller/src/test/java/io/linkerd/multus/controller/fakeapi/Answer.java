// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.fakeapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** What the API server answers to one request, by the rules of the real one as far as the controller rests on them. */
record Answer(int status, JsonNode body) {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static Answer get(Store store, Address address) {
        return store.get(address).map(object -> new Answer(200, object)).orElseGet(Answer::notFound);
    }

    static Answer list(Store store, Address list) {
        var body = NODES.objectNode().put("kind", "List").put("apiVersion", "v1");
        body.withObject("metadata").put("resourceVersion", Long.toString(store.version()));
        body.withArray("items").addAll(store.list(list));
        return new Answer(200, body);
    }

    static Answer create(Store store, Address list, ObjectNode object) {
        synchronized (store) {
            var address = list.withName(
                    java.util.Optional.of(object.path("metadata").path("name").asText()));
            return store.get(address).isPresent()
                    ? failure(409, "AlreadyExists")
                    : new Answer(201, store.put(address, object));
        }
    }

    static Answer update(Store store, Address address, ObjectNode object) {
        synchronized (store) {
            var before = store.get(address);
            if (before.isEmpty()) {
                return notFound();
            }
            return Store.resourceVersion(before.get()).equals(Store.resourceVersion(object))
                    ? new Answer(200, store.put(address, object))
                    : failure(409, "Conflict");
        }
    }

    /** Makes what is not there; what is there is merged, unless it differs and nobody forces it. */
    static Answer apply(Store store, Address address, ObjectNode object, boolean force) {
        synchronized (store) {
            if (address.namespace().isPresent() && !namespaceExists(store, address)) {
                return notFound();
            }
            var before = store.get(address);
            if (before.isEmpty()) {
                return Store.resourceVersion(object).isEmpty()
                        ? new Answer(201, store.put(address, object))
                        : failure(409, "Conflict");
            }
            String version = Store.resourceVersion(object);
            boolean outdated = !version.isEmpty() && !version.equals(Store.resourceVersion(before.get()));
            boolean taken = !force && !before.get().path("spec").equals(object.path("spec"));
            return outdated || taken
                    ? failure(409, "Conflict")
                    : new Answer(200, store.put(address, merged(before.get(), object)));
        }
    }

    static Answer delete(Store store, Address address, ObjectNode options) {
        synchronized (store) {
            var before = store.get(address);
            if (before.isEmpty()) {
                return notFound();
            }
            String version =
                    options.path("preconditions").path("resourceVersion").asText("");
            return version.isEmpty() || version.equals(Store.resourceVersion(before.get()))
                    ? new Answer(200, store.remove(address).orElseThrow())
                    : failure(409, "Conflict");
        }
    }

    static Answer discovery(Set<String> groups, String groupVersion) {
        if (!groups.contains(groupVersion)) {
            return notFound();
        }
        var body = NODES.objectNode().put("kind", "APIResourceList").put("groupVersion", groupVersion);
        body.withArray("resources")
                .addObject()
                .put("name", "securitycontextconstraints")
                .put("kind", "SecurityContextConstraints")
                .put("namespaced", false);
        return new Answer(200, body);
    }

    static Answer failure(int status, String reason) {
        return new Answer(
                status,
                NODES.objectNode()
                        .put("kind", "Status")
                        .put("apiVersion", "v1")
                        .put("status", "Failure")
                        .put("reason", reason)
                        .put("code", status));
    }

    private static Answer notFound() {
        return failure(404, "NotFound");
    }

    private static boolean namespaceExists(Store store, Address address) {
        return store.get(Address.parse(
                        "/api/v1/namespaces/" + address.namespace().orElseThrow()))
                .isPresent();
    }

    private static ObjectNode merged(ObjectNode before, ObjectNode applied) {
        var merged = before.deepCopy();
        applied.properties().forEach(field -> {
            if (field.getValue() instanceof ObjectNode value && merged.get(field.getKey()) instanceof ObjectNode old) {
                merged.set(field.getKey(), merged(old, value));
            } else {
                merged.set(field.getKey(), field.getValue());
            }
        });
        return merged;
    }
}
