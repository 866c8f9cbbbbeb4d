// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.scc;

import io.fabric8.openshift.api.model.SecurityContextConstraints;
import io.linkerd.multus.contracts.plans.bindings.DesiredBindings;
import io.linkerd.multus.controller.engine.ControllerContext;
import io.linkerd.multus.controller.engine.Duty;
import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.controller.engine.reconcile.ReconcileLoop;
import io.linkerd.multus.controller.engine.reconcile.ReconcileResult;
import io.linkerd.multus.controller.settings.ControllerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Keeps the objects that give Linkerd's service accounts one right, and no others, on clusters that have SCCs. */
public final class OpenShiftRights implements Duty {
    /** The API of SCCs comes with the platform, or never; one small request a minute notices it when it comes late. */
    private static final Duration LOOK_FOR_API = Duration.ofMinutes(1);
    /** While the lists of a few objects are on their way. */
    private static final Duration SOON = Duration.ofMillis(250);

    private static final String IF_REFUSED =
            "Until then Linkerd's service accounts of this namespace may lack a right on OpenShift, or keep one, and their pods may not start.";

    private final ControllerContext context;
    private final String kind;
    private final String controlPlane;
    private final WatchedRight right;
    private final ReconcileLoop<String> loop;
    /** Whether the right's objects are watched: from when the cluster is known to have SCCs. */
    private final AtomicBoolean watches = new AtomicBoolean();
    /** Why it is not known yet whether the cluster has SCCs. */
    private final AtomicReference<Optional<String>> problem = new AtomicReference<>(Optional.empty());

    /** Prepares; nothing is watched before the cluster is known to have SCCs. {@code right} gets what is told of changed namespaces. */
    private OpenShiftRights(
            ControllerContext context,
            String kind,
            String controlPlane,
            Function<Consumer<String>, WatchedRight> right) {
        this.context = context;
        this.kind = kind;
        this.controlPlane = controlPlane;
        this.loop = context.loop(kind, 1, context.tellingRefusals(kind, this::reconcile, IF_REFUSED), this::concerned);
        this.right = right.apply(loop::add);
    }

    /** {@return the duty that lets Linkerd's service accounts run under an SCC} */
    public static Duty sccs(ControllerContext context, ControllerSettings settings) {
        var desired = DesiredBindings.ofScc(
                settings.release(), settings.scc().clusterRole(), settings.scc().serviceAccounts());
        return new OpenShiftRights(
                context,
                BindingKind.OF_SCC,
                settings.controlPlaneNamespace(),
                onChange -> WatchedBindings.of(context, desired, onChange));
    }

    /** {@return the duty that lets Linkerd's policy controller make its Lease, or takes that right away where the settings say so} */
    public static Duty policyLease(ControllerContext context, ControllerSettings settings) {
        return new OpenShiftRights(
                context,
                BindingKind.OF_POLICY_LEASE,
                settings.controlPlaneNamespace(),
                onChange -> PolicyLeaseRight.of(context, settings, onChange));
    }

    /** What there is to watch is known once the cluster is known to have SCCs. */
    @Override
    public void watch() {}

    @Override
    public boolean isComplete() {
        return !watches.get() || right.isComplete();
    }

    @Override
    public List<String> whyNotReady() {
        return watches.get() ? right.whyNotReady() : problem.get().stream().toList();
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
        if (right.isWanted(name)) {
            loop.add(name);
        }
    }

    @Override
    public void close() {
        end();
        right.close();
    }

    /** Before the right's objects are watched, some namespace has to lead there: what is wanted nowhere may be left from before. */
    private Stream<String> concerned() {
        var elsewhere = watches.get() ? right.namespaces() : Stream.of(controlPlane);
        return Stream.concat(right.wanted(), elsewhere).distinct();
    }

    private ReconcileResult reconcile(String namespace) {
        if (!isWatched()) {
            return new ReconcileResult.Requeue(LOOK_FOR_API);
        }
        if (!right.isComplete()) {
            return new ReconcileResult.Requeue(SOON);
        }
        context.notices()
                .hold(
                        kind + "/" + namespace,
                        right.bring(namespace, context.owner().get()));
        return new ReconcileResult.Settled();
    }

    /** Of one worker. */
    private boolean isWatched() {
        if (!watches.get() && hasSccs()) {
            right.start();
            watches.set(true);
        }
        return watches.get();
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
