// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One DaemonSet with its history, as etcd and the watch cache have it: every change has a higher resource version. */
public final class FakeDaemonSet {
    private final String name;
    private final List<Event> history = new ArrayList<>();
    private long version = 100;
    private long compacted = 0;
    private int epoch = 0;
    private Optional<String> object = Optional.empty();

    private record Event(long version, String json) {}

    FakeDaemonSet(String name) {
        this.name = name;
    }

    /** Makes it, with a uid that no other had. */
    public synchronized void create() {
        version++;
        object = Optional.of(json("uid-" + version, false));
        record("ADDED");
    }

    /** Changes nothing that matters. */
    public synchronized void touch() {
        version++;
        record("MODIFIED");
    }

    /** Begins a foreground deletion. */
    public synchronized void markDeleted() {
        version++;
        object = Optional.of(json("uid-x", true));
        record("MODIFIED");
    }

    /** Removes it. */
    public synchronized void delete() {
        version++;
        record("DELETED");
        object = Optional.empty();
        notifyAll();
    }

    /** Forgets history, so that a watch from an older version gets an ERROR. */
    public synchronized void compact() {
        compacted = version;
        history.clear();
    }

    /** Ends all watches, as a server does that restarts. */
    public synchronized void endWatches() {
        epoch++;
        notifyAll();
    }

    synchronized Optional<String> get() {
        return object;
    }

    synchronized String list() {
        return "{\"kind\":\"PartialObjectMetadataList\",\"metadata\":{\"resourceVersion\":\"" + version
                + "\"},\"items\":[" + object.orElse("") + "]}";
    }

    synchronized int epoch() {
        return epoch;
    }

    /** Waits for the next event after a version; empty when the watch is to end. */
    synchronized Optional<String> next(long after, int since) throws InterruptedException {
        while (epoch == since) {
            if (after < compacted) {
                return Optional.of("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410}}");
            }
            for (var event : history) {
                if (event.version() > after) {
                    return Optional.of(event.json());
                }
            }
            wait();
        }
        return Optional.empty();
    }

    synchronized long versionAfter(long after) {
        return history.stream()
                .mapToLong(Event::version)
                .filter(v -> v > after)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private void record(String type) {
        history.add(new Event(version, "{\"type\":\"" + type + "\",\"object\":" + object.orElse("{}") + "}"));
        notifyAll();
    }

    private String json(String uid, boolean deleting) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + version
                + "\"" + (deleting ? ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"" : "") + "}}";
    }
}
