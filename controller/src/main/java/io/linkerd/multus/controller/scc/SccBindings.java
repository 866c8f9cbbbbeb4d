// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.ownership.KeptObjects;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.settings.SccSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Keeps the binding that lets the control plane run under an SCC, on clusters that have SCCs. */
public final class SccBindings implements Duty {
    static final String KIND = "scc-binding";

    /** The API of SCCs comes with the platform, or never; one small request a minute notices it when it comes late. */
    private static final Duration LOOK_FOR_API = Duration.ofMinutes(1);
    /** While the list of the one binding is on its way. */
    private static final Duration SOON = Duration.ofMillis(250);

    private final ControllerContext context;
    private final Desired desired;
    private final ReconcileLoop<String> loop;
    /** The watch of the binding, once the cluster is known to have SCCs. */
    private final AtomicReference<Optional<KeptObjects<RoleBinding, Binding>>> bindings =
            new AtomicReference<>(Optional.empty());

    /** Why nobody knows yet whether the cluster has SCCs. */
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    /** Prepares; nothing is watched before the cluster is known to have SCCs. */
    public SccBindings(ControllerContext context, String controlPlaneNamespace, SccSettings settings) {
        this.context = context;
        this.desired = Desired.of(controlPlaneNamespace, settings);
        this.loop = context.loop(KIND, 1, _ -> reconcile(), () -> Stream.of(KIND));
    }

    /** What there is to watch is known once the cluster is known to have SCCs. */
    @Override
    public void watch() {}

    @Override
    public boolean isComplete() {
        return bindings.get().map(KeptObjects::isComplete).orElse(true);
    }

    @Override
    public List<String> whyNotReady() {
        return bindings.get()
                .map(KeptObjects::whyNotReady)
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
        if (name.equals(desired.namespace())) {
            loop.addAll();
        }
    }

    @Override
    public void close() {
        end();
        bindings.getAndSet(Optional.empty()).ifPresent(KeptObjects::close);
    }

    private ReconcileResult reconcile() {
        return watchedBindings().map(this::reconcile).orElseGet(() -> new ReconcileResult.Requeue(LOOK_FOR_API));
    }

    private ReconcileResult reconcile(KeptObjects<RoleBinding, Binding> watched) {
        if (!watched.whyNotReady().isEmpty()) {
            return new ReconcileResult.Requeue(SOON);
        }
        var namespace = desired.namespace();
        var owner = context.owner().get();
        var plan = BindingPlan.of(desired, context.namespaces().get(namespace), watched.in(namespace, owner), owner);
        watched.carryOut(plan.change(), namespace, owner);
        context.notices().hold(KIND, plan.notices());
        return new ReconcileResult.Settled();
    }

    private Optional<KeptObjects<RoleBinding, Binding>> watchedBindings() {
        if (bindings.get().isEmpty() && hasSccs()) {
            var kind = new BindingKind(context.client(), desired);
            var watched = context.keep(kind, _ -> loop.addAll());
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
