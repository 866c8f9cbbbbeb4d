// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.installer;

import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Gives an installer something to do, and knows how the node has to be afterwards. */
final class Deeds {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(1);
    private static final String LOCK = "var/lib/linkerd-multus/lock";
    private static final Wishes FIRST = new Wishes("wish-first", "token-first");

    private final Site site;
    private final Chain chain;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<Wishes> wishes = new AtomicReference<>(FIRST);

    /**
     * What the node is to have.
     *
     * @param mark in the plugin and in its configuration
     * @param token of the pod
     */
    private record Wishes(String mark, String token) {}

    Deeds(Site site, Chain chain) throws IOException {
        this.site = site;
        this.chain = chain;
        put();
    }

    Site site() {
        return site;
    }

    /** {@return how the node is to be, given how an undisturbed run has left it at first} */
    Picture expected(Picture undisturbed) {
        var now = wishes.get();
        return undisturbed.with(FIRST.mark(), now.mark()).with(FIRST.token(), now.token());
    }

    /** Returns when the program has something to do. */
    void begin(Deed deed, ProcessHandle program) throws IOException {
        var next = count.incrementAndGet();
        switch (deed) {
            case INSTALL -> awaitLock();
            case REPAIR -> spoil();
            case ROTATE -> {
                wishes.updateAndGet(now -> new Wishes(now.mark(), "token-" + next));
                put();
            }
            case EDIT -> {
                wishes.updateAndGet(now -> new Wishes("wish-" + next, now.token()));
                put();
            }
            case REMOVE -> program.destroy();
        }
    }

    private void put() throws IOException {
        var now = wishes.get();
        site.plugin("#!/bin/sh\n# " + now.mark() + "\n");
        chain.configure(now.mark());
        Site.replace(site.node().token(), now.token());
    }

    private void spoil() throws IOException {
        Site.replace(chain.list(0), Chain.original(0));
        Files.delete(site.node().kubeconfig());
        Files.delete(site.node().plugin());
    }

    private void awaitLock() throws IOException {
        var lock = site.host().resolve(LOCK);
        if (!Await.holds(PATIENCE, POLL, () -> Files.exists(lock))) {
            throw new IOException("the installer did not take the node");
        }
    }
}
