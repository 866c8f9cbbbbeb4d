// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Another writer, that keeps undoing the attachment of a namespace until it is closed. */
public final class Rival implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final FakeCluster cluster;
    private final String namespace;
    private final AtomicBoolean ends = new AtomicBoolean();
    private final Thread thread;

    private Rival(FakeCluster cluster, String namespace) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.thread = Thread.ofPlatform().unstarted(this::undo);
    }

    /** Begins. */
    public static Rival in(FakeCluster cluster, String namespace) {
        var rival = new Rival(cluster, namespace);
        rival.thread.start();
        return rival;
    }

    private void undo() {
        try {
            while (!ends.get()) {
                cluster.api().editIfPresent(FakeCluster.attachment(namespace), "{spec: {config: '{}'}}");
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it, and waits until it has. */
    @Override
    public void close() {
        ends.set(true);
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
