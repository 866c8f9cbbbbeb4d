// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.ownership;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What we wrote and the watch has not brought back yet: without it, whatever else happens in the namespace in that moment would
 * make us write again.
 */
final class UnseenWrites<T extends HasMetadata> {
    /** A watch that is further behind than this is broken, and what it brings then is the truth. */
    private static final long LONGEST_LAG_NANOS = Duration.ofSeconds(30).toNanos();

    private record Write<T>(T object, long atNanos) {}

    private final Map<String, Write<T>> writes = new HashMap<>();
    /** What the watch has brought last, whatever it was: it brings everything in the order of versions. */
    private Optional<String> last = Optional.empty();

    private final LongSupplier nanoClock;

    UnseenWrites(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * Takes what the API server answered, unless the watch was faster.
     *
     * @return whether it was: it has brought this version, or what came after it, which may be that the object has gone
     */
    synchronized boolean wrote(T object) {
        boolean isPast =
                last.filter(version -> isAtLeast(version, versionOf(object))).isPresent();
        if (!isPast) {
            writes.put(object.getMetadata().getNamespace(), new Write<>(object, nanoClock.getAsLong()));
        }
        return isPast;
    }

    /** The watch brought the object of that namespace, or that it has gone, at that version. */
    synchronized void seen(String namespace, String version) {
        reached(version);
        writes.computeIfPresent(namespace, (_, write) -> isAtLeast(version, versionOf(write.object())) ? null : write);
    }

    /**
     * The watch brought everything there was at that version. What was written before it and did not come was removed while nobody
     * watched.
     *
     * @return the namespaces where it was
     */
    synchronized List<String> listed(String version) {
        reached(version);
        var gone = writes.entrySet().stream()
                .filter(entry -> isAtLeast(version, versionOf(entry.getValue().object())))
                .toList();
        gone.forEach(entry -> writes.remove(entry.getKey(), entry.getValue()));
        return gone.stream().map(Map.Entry::getKey).toList();
    }

    /** It was removed. */
    synchronized void forget(String namespace) {
        writes.remove(namespace);
    }

    /** {@return what the watch has not brought yet} */
    synchronized Optional<T> in(String namespace) {
        var write = writes.get(namespace);
        if (write == null) {
            return Optional.empty();
        }
        if (nanoClock.getAsLong() - write.atNanos() > LONGEST_LAG_NANOS) {
            writes.remove(namespace, write);
            return Optional.empty();
        }
        return Optional.of(write.object());
    }

    private void reached(String version) {
        if (last.filter(before -> isAtLeast(before, version)).isEmpty()) {
            last = Optional.of(version);
        }
    }

    private static String versionOf(HasMetadata object) {
        return object.getMetadata().getResourceVersion();
    }

    /** Resource versions of one kind can be compared as numbers (Kubernetes 1.35); others are taken as later. */
    private static boolean isAtLeast(String version, String other) {
        try {
            return Long.parseUnsignedLong(version) >= Long.parseUnsignedLong(other);
        } catch (NumberFormatException e) {
            return true;
        }
    }
}
