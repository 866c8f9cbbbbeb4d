// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Objects by path with an API server's rules: versions grow, writes based on an old version are refused, watchers hear of all. */
final class FakeObjects {
    private final Map<String, JsonObject> objects = new TreeMap<>();
    private final List<Watcher> watchers = new ArrayList<>();
    private int version;

    /** A write that was refused. */
    static final class Conflict extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Who wants to hear of the objects of a collection. */
    record Watcher(String collection, Optional<String> name, BlockingQueue<String> events) {}

    synchronized Optional<JsonObject> get(String path) {
        return Optional.ofNullable(objects.get(path)).map(JsonObject::deepCopy);
    }

    synchronized List<JsonObject> list(String collection) {
        return objects.entrySet().stream()
                .filter(entry -> isIn(collection, entry.getKey()))
                .map(entry -> entry.getValue().deepCopy())
                .toList();
    }

    synchronized int version() {
        return version;
    }

    synchronized JsonObject create(String path, JsonObject object) throws Conflict {
        if (objects.containsKey(path)) {
            throw new Conflict();
        }
        return put("ADDED", path, object);
    }

    synchronized JsonObject replace(String path, JsonObject object) throws Conflict {
        requireVersion(path, object);
        return put("MODIFIED", path, object);
    }

    /** A strategic merge of the one list that our patches speak of, {@code webhooks}, by name. */
    synchronized JsonObject merge(String path, JsonObject patch) throws Conflict {
        JsonObject merged = requireVersion(path, patch).deepCopy();
        for (JsonElement change : patch.getAsJsonArray("webhooks")) {
            for (JsonElement webhook : merged.getAsJsonArray("webhooks")) {
                if (webhook.getAsJsonObject()
                        .get("name")
                        .equals(change.getAsJsonObject().get("name"))) {
                    JsonObject config = change.getAsJsonObject().getAsJsonObject("clientConfig");
                    config.entrySet()
                            .forEach(entry -> webhook.getAsJsonObject()
                                    .getAsJsonObject("clientConfig")
                                    .add(entry.getKey(), entry.getValue()));
                }
            }
        }
        return put("MODIFIED", path, merged);
    }

    synchronized void delete(String path) {
        Optional.ofNullable(objects.remove(path)).ifPresent(object -> tell("DELETED", path, object));
    }

    synchronized Watcher watch(String collection, Optional<String> name, boolean fromTheBeginning) {
        var watcher = new Watcher(collection, name, new LinkedBlockingQueue<>());
        if (fromTheBeginning) {
            objects.forEach((path, object) -> tell(watcher, "ADDED", path, object));
        }
        watchers.add(watcher);
        return watcher;
    }

    synchronized void forget(Watcher watcher) {
        watchers.remove(watcher);
    }

    private JsonObject requireVersion(String path, JsonObject object) throws Conflict {
        JsonObject known = objects.get(path);
        if (known == null || !versionOf(known).equals(versionOf(object))) {
            throw new Conflict();
        }
        return known;
    }

    private JsonObject put(String event, String path, JsonObject object) {
        object.getAsJsonObject("metadata").addProperty("resourceVersion", Integer.toString(++version));
        objects.put(path, object);
        tell(event, path, object);
        return object.deepCopy();
    }

    private void tell(String event, String path, JsonObject object) {
        watchers.forEach(watcher -> tell(watcher, event, path, object));
    }

    private static void tell(Watcher watcher, String event, String path, JsonObject object) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (isIn(watcher.collection(), path) && watcher.name().map(name::equals).orElse(true)) {
            var line = new JsonObject();
            line.addProperty("type", event);
            line.add("object", object.deepCopy());
            watcher.events().add(line.toString());
        }
    }

    private static boolean isIn(String collection, String path) {
        return path.startsWith(collection + "/") && path.indexOf('/', collection.length() + 1) < 0;
    }

    private static String versionOf(JsonObject object) {
        return object.getAsJsonObject("metadata").get("resourceVersion").getAsString();
    }
}
