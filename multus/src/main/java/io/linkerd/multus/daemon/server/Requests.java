// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.server;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.requests.Endpoint;
import io.linkerd.multus.daemon.server.RequestHandler.Work;
import io.linkerd.multus.daemon.server.RequestQueue.Entry;
import io.linkerd.multus.service.clocks.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries requests out, each on a virtual thread: read, wait for the turn, do. */
final class Requests implements ContainerTurns {
    private static final Logger log = LoggerFactory.getLogger(Requests.class);

    private final RequestHandler handler;
    private final RequestQueue ofContainers;
    private final RequestQueue ofNode;
    private final RequestMetrics metrics;
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.STARTING);

    /** Of work that no connection asked for. */
    private final Set<Deadline> own = ConcurrentHashMap.newKeySet();

    private final Executor threads = task -> Thread.ofVirtual().name("request").start(task);

    /** What is served. */
    private enum Stage {
        /** All of it, and clients are asked to wait with what is new. */
        STARTING,
        /** All of it. */
        SERVING,
        /** All of it, and clients are asked to wait for the next daemon. */
        DRAINING,
        /** Nothing new. */
        REFUSING
    }

    Requests(RequestHandler handler, ServerLimits limits, RequestMetrics metrics) {
        this.handler = handler;
        this.metrics = metrics;
        this.ofContainers = new RequestQueue(limits.containers(), limits.times().queue());
        this.ofNode = new RequestQueue(limits.node(), limits.times().queue());
        watch("containers", ofContainers);
        watch("node", ofNode);
    }

    /** The start is over. */
    void beReady() {
        stage.compareAndSet(Stage.STARTING, Stage.SERVING);
    }

    /** A stop was asked for. */
    void drain() {
        stage.updateAndGet(now -> now == Stage.REFUSING ? now : Stage.DRAINING);
    }

    /** Nothing is begun any more, not even what waits. */
    void refuse() {
        stage.set(Stage.REFUSING);
        ofContainers.close();
        ofNode.close();
        own.forEach(this::cancel);
    }

    /** {@return what a probe is told} */
    Answer probe(Target.Probe probe) {
        boolean no = probe == Target.Probe.READYZ && stage.get() != Stage.SERVING;
        return Answer.empty(no ? 500 : 200);
    }

    /** {@return why a request is not begun} */
    Optional<Refusal> obstacle() {
        return stage.get() == Stage.REFUSING ? Optional.of(Refusal.STOPPING) : Optional.empty();
    }

    /**
     * Begins to carry out a request.
     *
     * @param done told the answer, on the request's thread
     */
    void begin(Endpoint endpoint, byte[] body, Deadline deadline, Consumer<Answer> done) {
        threads.execute(() -> {
            var answer = answer(endpoint, body, deadline);
            try {
                done.accept(answer);
            } catch (RejectedExecutionException _) {
                // The server has ended, and the request's time before.
            }
        });
    }

    /** Carries out work that no connection asked for, on the caller's thread; once a stop was asked for, none is begun. */
    Answer carryOut(Work work, Deadline deadline) {
        own.add(deadline);
        try {
            return switch (stage.get()) {
                case STARTING, SERVING -> guarded("the daemon itself", () -> inTurn(work, deadline));
                case DRAINING, REFUSING -> Refusal.STOPPING.answer();
            };
        } finally {
            own.remove(deadline);
        }
    }

    /** A request of the node has a place of its own, and no request of a container waits for one of those: none waits for itself. */
    @Override
    public <T> Result<T> inTurnOf(String container, Supplier<T> part, Deadline deadline) {
        return switch (ofContainers.enter(container, deadline)) {
            case Entry.Refused(var why) -> {
                metrics.refused(why);
                yield new Result.Not<>(why.words());
            }
            case Entry.Turn turn -> {
                try (turn) {
                    yield new Result.Ok<>(part.get());
                }
            }
        };
    }

    /** Cancels a request; what the handler does then takes none of the caller's time. */
    void cancel(Deadline deadline) {
        threads.execute(deadline::abandon);
    }

    private Answer answer(Endpoint endpoint, byte[] body, Deadline deadline) {
        return guarded(endpoint.path(), () -> inTurn(handler.read(endpoint, body), deadline));
    }

    private static Answer guarded(String from, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error fault) {
            log.atError()
                    .addKeyValue("path", from)
                    .setCause(fault)
                    .log("a request was not carried out because of a fault of this daemon; its client is told so");
            return Refusal.FAULT.answer();
        }
    }

    private Answer inTurn(Work work, Deadline deadline) {
        long arrived = System.nanoTime();
        var entry = work.container()
                .map(container -> ofContainers.enter(container, deadline))
                .orElseGet(() -> ofNode.enter(new Object(), deadline));
        long entered = System.nanoTime();
        return switch (entry) {
            case Entry.Refused(var why) -> {
                metrics.waited(Duration.ofNanos(entered - arrived));
                metrics.refused(why);
                yield why.answer();
            }
            case Entry.Turn turn -> {
                try (turn) {
                    metrics.waited(Duration.ofNanos(entered - arrived));
                    yield work.carryOut(deadline, this);
                } finally {
                    metrics.worked(Duration.ofNanos(System.nanoTime() - entered));
                }
            }
        };
    }

    private void watch(String name, RequestQueue queue) {
        metrics.watch("multus_server_queue_length{queue=\"" + name + "\"}", queue::waiting);
        metrics.watch("multus_server_requests_in_work{queue=\"" + name + "\"}", queue::working);
    }
}
