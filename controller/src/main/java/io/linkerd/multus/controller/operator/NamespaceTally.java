// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Counts the namespaces again when some of them have changed and there is a pause, so that a thousand changes are told of once. */
final class NamespaceTally {
    private static final String KEY = "namespace-tally";

    private final Supplier<Optional<NamespaceCounts>> count;
    private final Runnable onNews;
    private final ReconcileLoop<String> loop;
    private final AtomicReference<Optional<Burst>> burst = new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<NamespaceCounts>> counted = new AtomicReference<>(Optional.empty());

    /**
     * Prepares.
     *
     * @param count goes through all namespaces; empty where it is not known yet
     * @param onNews called after {@link #current} has become something else
     */
    NamespaceTally(ControllerContext context, Supplier<Optional<NamespaceCounts>> count, Runnable onNews) {
        this.count = count;
        this.onNews = onNews;
        this.loop = context.loop(KEY, 1, _ -> look(), () -> Stream.of(KEY));
    }

    void begin() {
        loop.start();
    }

    void end() {
        loop.stop();
    }

    void lookAtAll() {
        loop.addAll();
    }

    /** Something may have changed. The first of many begins the wait, so that the others cost nothing. */
    void changed() {
        long now = System.nanoTime();
        if (burst.getAndUpdate(
                        before -> Optional.of(before.map(some -> some.more(now)).orElseGet(() -> Burst.at(now))))
                .isEmpty()) {
            loop.add(KEY);
        }
    }

    /** {@return how many there were at the last count; empty before the first} */
    Optional<NamespaceCounts> current() {
        return counted.get();
    }

    private ReconcileResult look() {
        var left = burst.get().map(some -> some.left(System.nanoTime())).filter(wait -> wait.isPositive());
        if (left.isPresent()) {
            return new ReconcileResult.Requeue(left.get());
        }
        // Before it is counted: what changes meanwhile begins another one.
        burst.set(Optional.empty());
        var now = count.get();
        if (!now.equals(counted.getAndSet(now))) {
            onNews.run();
        }
        return new ReconcileResult.Settled();
    }
}
