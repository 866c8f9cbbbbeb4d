// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer;

import io.linkerd.multus.installer.health.Readiness;
import io.linkerd.multus.installer.lifecycle.Departure;
import io.linkerd.multus.installer.node.NodeHold;
import io.linkerd.multus.installer.node.NodeKeeper;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.clocks.Pauses;
import io.linkerd.multus.service.clocks.Waits;
import io.linkerd.multus.service.files.FileCalls;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.micronaut.context.ApplicationContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/**
 * One life of the installer, as the product puts it together, on one thread and without its waits: where it would wait for events it asks
 * whether there is one, and it ends where there is none, or where it has failed again and again.
 */
final class Life implements AutoCloseable {
    private final ApplicationContext context;
    private final Patience patience;

    /** Nothing happens in it. */
    Life(Map<String, String> environment, FileCalls calls) throws InvalidSettings {
        this(environment, calls, () -> false);
    }

    Life(Map<String, String> environment, FileCalls calls, Events events) throws InvalidSettings {
        patience = new Patience(events);
        var clocks = new Clocks(InstantSource.system(), patience::nanos);
        context = InstallerApplication.assemble(
                InstallerSettings.read(environment), calls, patience, clocks, new Haste());
    }

    /** What happens to the node. */
    @FunctionalInterface
    interface Events {
        /** Lets something happen, and tells whether there was anything left to. */
        boolean next() throws IOException;
    }

    /** Takes the node and does everything that is to be done; whether that is all. */
    boolean keep() throws InterruptedException {
        if (!context.getBean(NodeHold.class).take(patience)) {
            return false;
        }
        context.getBean(NodeKeeper.class).run();
        return context.getBean(Readiness.class).whyNotReady().isEmpty();
    }

    /** As after SIGTERM. */
    void leave() {
        context.getBean(Departure.class).leave();
    }

    /** As by kill -9: the kernel gives up the lock. */
    @Override
    public void close() throws IOException {
        context.getBean(NodeHold.class).giveUp();
        context.close();
    }

    /** What fails in this life fails until its end: nothing is gained by time. */
    private static final class Haste implements Pauses {
        @Override
        public void pause(Duration exactly) {
            // none
        }
    }

    /** Waits for nothing, and not for a failure that does not go away; after each event so much time has passed that no fight goes on. */
    private static final class Patience implements Waits {
        private static final int FAILURES = 6;

        /** Pauses between looks are shorter. */
        private static final Duration SHORTEST_BACKOFF = Duration.ofMillis(40);

        private static final Duration LONG = Duration.ofMinutes(1);

        private final Events events;
        private long passed;
        private int failures;
        private boolean quiet;

        Patience(Events events) {
            this.events = events;
        }

        long nanos() {
            return System.nanoTime() + passed;
        }

        @Override
        public boolean isStopped() {
            return quiet || failures >= FAILURES;
        }

        @Override
        public boolean await(Duration longest) {
            if (longest.isPositive()) {
                try {
                    quiet = !events.next();
                    passed += LONG.toNanos();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return longest.isPositive();
        }

        @Override
        public void pause(Duration exactly) {
            failures += exactly.compareTo(SHORTEST_BACKOFF) > 0 ? 1 : 0;
        }
    }
}
