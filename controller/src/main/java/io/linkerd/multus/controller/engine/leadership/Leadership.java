// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.engine.leadership;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.linkerd.multus.contracts.plans.Instance;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.settings.LeaseSettings;
import io.linkerd.multus.service.clocks.Wakeups;
import io.linkerd.multus.service.kube.ApiFailure;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs for the leadership until it is closed, however often it was lost. At no time do two replicas lead: a leader stands back
 * {@link #MARGIN} before another may take over, measured from the moment it asked for its last renewal.
 */
public final class Leadership implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    /** Five tries fit into the time that a leader may lead without a renewal. */
    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** A write that was begun while leading has this time to arrive; {@code ObjectWrites.LONGEST} is shorter. */
    static final Duration MARGIN = Duration.ofSeconds(5);

    /** What the holder does on the two occasions; called by one thread, in turn. */
    public interface Listener {
        /** We lead from now on. */
        void gained();

        /** We do not lead any more. */
        void lost();
    }

    private record Term(boolean leading, long untilNanos) {}

    private record Unchanged(String version, long sinceNanos) {}

    private final Leases leases;
    private final String me;
    private final Listener listener;
    private final AtomicReference<Term> term = new AtomicReference<>(new Term(false, 0));
    private final AtomicReference<Unchanged> unchanged = new AtomicReference<>(new Unchanged("", 0));
    private final AtomicReference<String> problem = new AtomicReference<>("");
    private final Wakeups end = new Wakeups();
    private final Thread thread;

    /** Prepares; nothing happens before {@link #start}. Each renewal adds {@code told} to the Lease's annotations. */
    public Leadership(
            KubernetesClient client,
            LeaseSettings settings,
            Instance instance,
            Supplier<Owner> owner,
            Supplier<Map<String, String>> told,
            Listener listener) {
        this.leases = new Leases(client, settings, instance, owner, InstantSource.system(), told);
        this.me = settings.identity();
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("leadership").daemon().unstarted(this::run);
    }

    /** Begins to run for the leadership. */
    public void start() {
        thread.start();
    }

    /** {@return whether we may write at this moment} */
    public boolean isCurrent() {
        var now = term.get();
        return now.leading() && System.nanoTime() - now.untilNanos() < 0;
    }

    /** {@return whether the thread that keeps the leadership is there, or still to be started} */
    public boolean isAlive() {
        return thread.getState() != Thread.State.TERMINATED || end.isStopped();
    }

    /** {@return why the lease cannot be read or written now, for a person; nothing while it can, whoever leads} */
    public List<String> whyNotReady() {
        return Stream.of(problem.get()).filter(text -> !text.isEmpty()).toList();
    }

    /** Stands back, ends the work of the leader, and lets the next replica take over at once. */
    @Override
    public void close() {
        end.stop();
        try {
            boolean ended = thread.getState() == Thread.State.NEW || thread.join(Duration.ofSeconds(10));
            if (ended && term.get().leading()) {
                stepDown();
                leases.read().filter(this::isMine).ifPresent(leases::release);
            }
        } catch (ApiException e) {
            log.atDebug().setCause(e).log("the lease was not released; it ends by itself");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            do {
                turn();
                end.pause(jittered(PERIOD));
            } while (!end.isStopped());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The loop's edge: nothing that goes wrong in one turn ends the loop. */
    private void turn() {
        try {
            runForIt();
            problem.set("");
        } catch (ApiException e) {
            if (!(e.failure() instanceof ApiFailure.Conflict)) {
                noteProblem(
                        String.valueOf(e.getMessage()),
                        e.failure() instanceof ApiFailure.Forbidden ? Level.ERROR : Level.WARN);
            }
        } catch (RuntimeException e) {
            noteProblem(e.toString(), Level.ERROR);
        }
        if (term.get().leading() && !isCurrent()) {
            stepDown();
        }
    }

    private void runForIt() {
        long asked = System.nanoTime();
        var lease = leases.read();
        var state = lease.map(Leases::stateOf);
        var unchangedFor = Duration.ofNanos(asked - seenSince(state, asked));
        switch (LeaseMove.of(state, me, unchangedFor)) {
            case LeaseMove.Create _ -> {
                leases.create();
                lead(asked);
            }
            case LeaseMove.Take(boolean newHolder) -> {
                leases.take(lease.orElseThrow(), newHolder);
                lead(asked);
            }
            case LeaseMove.Wait _ -> {
                if (term.get().leading()) {
                    stepDown();
                }
            }
        }
    }

    private long seenSince(Optional<LeaseState> state, long now) {
        var version = state.map(LeaseState::version).orElse("");
        return unchanged
                .updateAndGet(before -> before.version().equals(version) ? before : new Unchanged(version, now))
                .sinceNanos();
    }

    private void lead(long askedNanos) {
        long until = askedNanos + Leases.DURATION.minus(MARGIN).toNanos();
        if (!term.getAndSet(new Term(true, until)).leading()) {
            log.atInfo().addKeyValue("identity", me).log("leading");
            listener.gained();
        }
    }

    private void stepDown() {
        term.set(new Term(false, 0));
        log.atInfo().addKeyValue("identity", me).log("not leading any more");
        listener.lost();
    }

    private boolean isMine(Lease lease) {
        return Leases.stateOf(lease).holder().filter(me::equals).isPresent();
    }

    private void noteProblem(String text, Level level) {
        if (!problem.getAndSet(text).equals(text)) {
            log.atLevel(level).addKeyValue("reason", text).log("cannot renew or take the lease; trying again");
        }
    }

    private static Duration jittered(Duration period) {
        return Duration.ofNanos((long)
                (period.toNanos() * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble())));
    }
}
