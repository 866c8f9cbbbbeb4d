// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.localcluster.programs.Kubectl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Sees in which order objects of the cluster are deleted: a deletion has a resource version, whatever the object's kind. */
final class Deletions implements AutoCloseable {
    private final List<Process> watches = new ArrayList<>();
    private final Map<String, Long> versions = new ConcurrentHashMap<>();

    /** Watches kinds from now on, in all namespaces. */
    Deletions(Kubectl kubectl, String... kinds) throws IOException {
        for (var kind : kinds) {
            var watch =
                    kubectl.start("get", kind, "--all-namespaces", "--watch", "--output-watch-events", "--output=json");
            watches.add(watch);
            Thread.ofVirtual().start(() -> follow(kind, watch));
        }
    }

    /** Whether the object has been deleted; a watch may be a moment behind. */
    boolean has(String kind, String name) {
        return versions.containsKey(kind + "/" + name);
    }

    /** The moment of its deletion, to be compared with others. */
    long of(String kind, String name) {
        return Objects.requireNonNull(versions.get(kind + "/" + name));
    }

    /** Whether a watch has begun, which tells what there is first. */
    boolean sees(String kind, String name) {
        return versions.containsKey("seen " + kind + "/" + name);
    }

    private void follow(String kind, Process watch) {
        try (var events = new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(watch.getInputStream())) {
            while (events.hasNextValue()) {
                var event = events.nextValue();
                var metadata = event.at("/object/metadata");
                var deleted = event.path("type").asText().equals("DELETED");
                versions.put(
                        (deleted ? "" : "seen ") + kind + "/"
                                + metadata.path("name").asText(),
                        metadata.path("resourceVersion").asLong());
            }
        } catch (IOException ended) {
            // closed
        }
    }

    @Override
    public void close() {
        watches.forEach(Process::destroy);
    }
}
