// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * Attachments that we wrote and that the watch has not brought back yet: without them, whatever else happens in the namespace in
 * that moment would make us write again.
 */
final class OwnWrites {
    /** A watch that is further behind than this is broken, and what it brings then is the truth. */
    private static final long LONGEST_LAG_NANOS = Duration.ofSeconds(30).toNanos();

    private record Write(String version, Attachment attachment, long atNanos) {}

    private final ConcurrentMap<String, Write> writes = new ConcurrentHashMap<>();
    private final LongSupplier nanoClock;

    OwnWrites(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Takes what the API server answered, unless the watch was faster and has brought this version, or a later one. */
    void wrote(String namespace, String version, Attachment attachment, Optional<String> seenVersion) {
        if (seenVersion.filter(seen -> isAtLeast(seen, version)).isEmpty()) {
            writes.put(namespace, new Write(version, attachment, nanoClock.getAsLong()));
        }
    }

    /** The watch brought that version. */
    void seen(String namespace, String version) {
        writes.computeIfPresent(namespace, (_, write) -> isAtLeast(version, write.version()) ? null : write);
    }

    /** It was removed. */
    void forget(String namespace) {
        writes.remove(namespace);
    }

    Optional<Attachment> notSeenYet(String namespace) {
        var write = writes.get(namespace);
        if (write == null) {
            return Optional.empty();
        }
        if (nanoClock.getAsLong() - write.atNanos() > LONGEST_LAG_NANOS) {
            writes.remove(namespace, write);
            return Optional.empty();
        }
        return Optional.of(write.attachment());
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
