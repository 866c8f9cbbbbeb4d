// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.unread;

import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.engine.watch.UnreadObjects.Unread;
import java.time.Duration;
import java.util.List;

/**
 * Counts the objects that are too large to be read, and tells each namespace of its own: at most once a minute, since its tenant chooses how often
 * they change.
 */
public final class UnreadReports implements Duty {
    private static final String KIND = "unread-objects";
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final ControllerContext context;
    private final ReconcileLoop<String> loop;

    /** Puts everything together; nothing is told before {@link #begin}. */
    public UnreadReports(ControllerContext context) {
        this.context = context;
        this.loop = context.loop(
                KIND,
                1,
                this::report,
                () -> context.unread().all().map(Unread::namespace).distinct());
        context.meters()
                .gauge(
                        "linkerd_multus_controller_unread_objects",
                        context.unread(),
                        unread -> unread.all().count());
    }

    @Override
    public void watch() {}

    @Override
    public List<String> whyNotReady() {
        return List.of();
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public void begin() {
        loop.start();
    }

    @Override
    public void end() {
        loop.stop();
    }

    @Override
    public void lookAtAll() {
        loop.addAll();
    }

    @Override
    public void namespaceChanged(String name) {}

    @Override
    public void close() {
        end();
    }

    private ReconcileResult report(String namespace) {
        var unread = context.unread()
                .all()
                .filter(object -> object.namespace().equals(namespace))
                .toList();
        var notice = context.namespaces().get(namespace).flatMap(facts -> UnreadNotices.of(facts, unread));
        context.notices().hold(KIND + "/" + namespace, notice.stream().toList());
        return unread.isEmpty() ? new ReconcileResult.Settled() : new ReconcileResult.Requeue(PERIOD);
    }
}
