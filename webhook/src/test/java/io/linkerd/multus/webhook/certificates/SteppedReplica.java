// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A replica that does nothing unless it is told: before each call of the API server it stands still, for as long as whoever tells the
 * history likes. Its keeper runs in a thread of its own, and never at the same time as the teller.
 */
final class SteppedReplica implements AutoCloseable {
    private final Semaphore go = new Semaphore(0);
    private final Semaphore still = new Semaphore(0);
    private final AtomicReference<Optional<Throwable>> failure = new AtomicReference<>(Optional.empty());
    private final Replica replica;
    private volatile boolean resting = true;
    private volatile boolean rested;
    private volatile boolean dead;

    SteppedReplica(CertificateStore store, CertificatePolicy policy, InstantSource clock) {
        replica = new Replica(new SteppedStore(store), policy, clock);
        Thread.ofVirtual().start(this::live);
        still.acquireUninterruptibly();
    }

    /** Goes on to the next call of the API server, or to the end of its pass. */
    void step() {
        go.release();
        still.acquireUninterruptibly();
        failure.get().ifPresent(thrown -> {
            throw new AssertionError("the keeper failed", thrown);
        });
    }

    /** Goes on to the end of its pass. */
    void finish() {
        while (!resting) {
            step();
        }
    }

    /** Looks until there is nothing to do. */
    void settle() {
        finish();
        for (int passes = 0; passes < 50; passes++) {
            step();
            finish();
            if (rested) {
                return;
            }
        }
        throw new AssertionError("the keeper finds no rest");
    }

    /** {@return whether it stands still in the middle of a pass} */
    boolean isStalled() {
        return !resting;
    }

    Optional<Leaf> served() {
        return replica.served();
    }

    CertificateState state() {
        return replica.keeper.state();
    }

    /** {@return whether it serves what it has read back: that it is trusted} */
    boolean isReadBack() {
        return served().filter(
                        leaf -> state().trusted().lasting(leaf.authority()).isPresent())
                .isPresent();
    }

    private void live() {
        try {
            while (true) {
                resting = true;
                stand();
                resting = false;
                pass();
            }
        } catch (Died _) {
            // As a process does: wherever it stands.
        }
    }

    private void pass() {
        try {
            rested = replica.pass() instanceof CertificateStep.Rest;
        } catch (CertificateStore.StoreUnavailable _) {
            rested = false;
        } catch (Died died) {
            throw died;
        } catch (RuntimeException | Error thrown) {
            failure.set(Optional.of(thrown));
        }
    }

    private void stand() {
        still.release();
        go.acquireUninterruptibly();
        if (dead) {
            throw new Died();
        }
    }

    /** Dies where it stands. */
    @Override
    public void close() {
        dead = true;
        go.release();
    }

    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Stands still before each call. */
    private final class SteppedStore implements CertificateStore {
        private final CertificateStore store;

        SteppedStore(CertificateStore store) {
            this.store = store;
        }

        @Override
        public ConfigurationReading configuration() {
            stand();
            return store.configuration();
        }

        @Override
        public Optional<Instant> time() {
            return store.time();
        }

        @Override
        public SecretReading secret() {
            stand();
            return store.secret();
        }

        @Override
        public WriteResult write(Optional<String> version, Authorities content) {
            stand();
            return store.write(version, content);
        }

        @Override
        public WriteResult trust(CertificateStep.Trust step) {
            stand();
            return store.trust(step);
        }
    }
}
