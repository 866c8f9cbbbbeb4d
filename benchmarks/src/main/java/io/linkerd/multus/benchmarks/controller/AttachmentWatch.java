// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for attachments, without taking the API server from whoever writes them. */
record AttachmentWatch(Attachments attachments) {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_POLL = Duration.ofMillis(2);
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /** Whoever writes more than was needed may do so afterwards. */
    static final Duration QUIET = Duration.ofSeconds(2);

    private static final int OK = 200;

    /** Waits until so many are there and no more come for a while; {@return when the last came} */
    long attached(long enough) throws IOException {
        var begin = System.nanoTime();
        var last = begin;
        for (var seen = -1L; seen < enough || System.nanoTime() - last < QUIET.toNanos(); ) {
            var now = attachments.count();
            last = now == seen ? last : System.nanoTime();
            seen = now;
            pause(begin, POLL);
        }
        return last;
    }

    /** Waits until so many are there; {@return when that was seen} */
    long reached(long enough) throws IOException {
        var begin = System.nanoTime();
        while (attachments.count() < enough) {
            pause(begin, POLL);
        }
        return System.nanoTime();
    }

    /**
     * Waits until all have the other configuration; {@return when that was seen} It asks for one at a time, and for all only when some all
     * over the cluster have it.
     */
    long changed(long all) throws IOException {
        var begin = System.nanoTime();
        for (var one : attachments.some()) {
            while (!attachments.has(one, Configuration.CHANGED)) {
                pause(begin, POLL);
            }
        }
        while (attachments.having(Configuration.CHANGED) < all) {
            pause(begin, POLL);
        }
        return System.nanoTime();
    }

    /** Waits until the attachment in {@code namespace} is there, or is not; {@return when that was seen, to 2 ms and an answer} */
    long is(String namespace, boolean there) throws IOException {
        var begin = System.nanoTime();
        while (attachments.api().get(Attachments.path(namespace)).status() == OK != there) {
            pause(begin, CLOSE_POLL);
        }
        return System.nanoTime();
    }

    private static void pause(long begin, Duration poll) throws IOException {
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
            throw new IOException("not done after " + PATIENCE.toMinutes() + " min");
        }
        LockSupport.parkNanos(poll.toNanos());
    }
}
