// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.pods.plan.ChangeDigest;
import io.linkerd.multus.controller.rollouts.plan.AtHand;
import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.RolloutView;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.WorkloadSource;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Why no restart may begin. What takes requests is asked only where a restart is due. */
final class RolloutHindrances {
    private final HeldRights rights;
    private final InjectorAnswers injectors;
    private final AtomicReference<Optional<Duration>> again = new AtomicReference<>(Optional.empty());

    RolloutHindrances(HeldRights rights, InjectorAnswers injectors) {
        this.rights = rights;
        this.injectors = injectors;
    }

    /** {@return the view with them} */
    RolloutView added(RolloutView view, WorkloadSource source, boolean verifying) {
        var found = new ArrayList<Hindrance>();
        var changes = changes(view);
        boolean asked = view.spec().mode() != Mode.OFF
                && !(changes.isEmpty() && view.atHand().isEmpty());
        again.set(Optional.empty());
        if (asked) {
            rights.missing().ifPresent(missing -> {
                found.add(missing);
                again.set(Optional.of(HeldRights.MISSING));
            });
        }
        source.trust().ifPresent(found::add);
        if (verifying) {
            found.add(Hindrance.injectorsDisagree());
        }
        if (found.stream().noneMatch(Hindrance::controlPlaneToo) && view.spec().mode() == Mode.AUTO) {
            injectors.hindrance(changes, begun(view)).ifPresent(disagreement -> {
                found.add(disagreement);
                again.set(Optional.of(InjectorAnswers.PAUSE));
            });
        }
        return new RolloutView(
                view.spec(), view.revision(), view.workloads(), view.atHand(), List.copyOf(found), view.now());
    }

    /** {@return when to look again, since nothing tells of their end} */
    Optional<Duration> again() {
        return again.get();
    }

    /** A restart was refused: whether the rights are there is asked anew. */
    void refused() {
        rights.forget();
    }

    /** Asks for all anew. */
    void forget() {
        rights.forget();
        injectors.forget();
        again.set(Optional.empty());
    }

    private static Set<ChangeDigest> changes(RolloutView view) {
        return view.workloads().stream()
                .filter(one -> one.wants(view.spec().controlPlane()))
                .map(Workload::change)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<ChangeDigest> begun(RolloutView view) {
        return view.atHand().stream().map(AtHand::change).collect(Collectors.toUnmodifiableSet());
    }
}
