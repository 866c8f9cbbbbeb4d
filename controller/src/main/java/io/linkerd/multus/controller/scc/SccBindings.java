// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.contracts.plans.Owner;
import io.linkerd.multus.contracts.plans.Seen;
import io.linkerd.multus.contracts.plans.bindings.BindingPlan;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.contracts.plans.bindings.SccBinding;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Keeps the bindings that let Linkerd's service accounts run under an SCC, and no others, on clusters that have SCCs. */
public final class SccBindings implements Duty {
    static final String KIND = "scc-binding";

    /** The API of SCCs comes with the platform, or never; one small request a minute notices it when it comes late. */
    private static final Duration LOOK_FOR_API = Duration.ofMinutes(1);
    /** While the lists of a few bindings are on their way. */
    private static final Duration SOON = Duration.ofMillis(250);

    private final ControllerContext context;
    private final DesiredBindings desired;
    private final ReconcileLoop<String> loop;
    /** The watch of the bindings, once the cluster is known to have SCCs. */
    private final AtomicReference<Optional<WatchedBindings>> bindings = new AtomicReference<>(Optional.empty());
    /** Why nobody knows yet whether the cluster has SCCs. */
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    /** Prepares; nothing is watched before the cluster is known to have SCCs. */
    public SccBindings(ControllerContext context, ControllerSettings settings) {
        this.context = context;
        this.desired = new DesiredBindings(
                settings.release() + "-scc",
                settings.scc().clusterRole(),
                settings.scc().serviceAccounts());
        this.loop = context.loop(KIND, 1, this::reconcile, this::concerned);
    }

    /** What there is to watch is known once the cluster is known to have SCCs. */
    @Override
    public void watch() {}

    @Override
    public boolean isComplete() {
        return bindings.get().map(WatchedBindings::isComplete).orElse(true);
    }

    @Override
    public List<String> whyNotReady() {
        return bindings.get()
                .map(WatchedBindings::whyNotReady)
                .orElseGet(() -> problem.get().stream().toList());
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
    public void namespaceChanged(String name) {
        if (desired.in(name).isWanted()) {
            loop.add(name);
        }
    }

    @Override
    public void close() {
        end();
        bindings.getAndSet(Optional.empty()).ifPresent(WatchedBindings::close);
    }

    private Stream<String> concerned() {
        var elsewhere = bindings.get().stream().flatMap(WatchedBindings::namespaces);
        return Stream.concat(desired.namespaces(), elsewhere).distinct();
    }

    private ReconcileResult reconcile(String namespace) {
        return watchedBindings()
                .map(watched -> reconcile(namespace, watched))
                .orElseGet(() -> new ReconcileResult.Requeue(LOOK_FOR_API));
    }

    private ReconcileResult reconcile(String namespace, WatchedBindings watched) {
        if (!watched.isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        var owner = context.owner().get();
        var plan = plan(namespace, watched.current().in(namespace, owner), owner);
        watched.current().carryOut(plan.change(), namespace, owner);
        if (mayLose(namespace, watched.current().in(namespace, owner))) {
            watched.takeEarlierAway(namespace, owner);
        }
        context.notices().hold(KIND + "/" + namespace, plan.notices());
        return new ReconcileResult.Settled();
    }

    private BindingPlan plan(String namespace, Seen<SccBinding> seen, Owner owner) {
        return BindingPlan.of(desired.in(namespace), context.namespaces().get(namespace), seen, owner);
    }

    /** Who is to have the right keeps that which an earlier binding gives until ours gives it. */
    private boolean mayLose(String namespace, Seen<SccBinding> now) {
        return !desired.in(namespace).isWanted() || now instanceof Seen.Own<SccBinding>;
    }

    private Optional<WatchedBindings> watchedBindings() {
        if (bindings.get().isEmpty() && hasSccs()) {
            var watched = WatchedBindings.of(context, desired, loop::add);
            bindings.set(Optional.of(watched));
            watched.start();
        }
        return bindings.get();
    }

    private boolean hasSccs() {
        try {
            boolean has = ApiException.call(
                    "get API discovery", () -> context.client().supports(SecurityContextConstraints.class));
            problem.set(Optional.empty());
            return has;
        } catch (ApiException e) {
            problem.set(Optional.of("whether the cluster has SCCs: " + e.getMessage()));
            throw e;
        }
    }
}
