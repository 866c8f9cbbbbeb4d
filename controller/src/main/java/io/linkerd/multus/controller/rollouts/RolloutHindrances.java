// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.rollouts.plan.Hindrance;
import io.linkerd.multus.controller.rollouts.plan.RolloutView;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.linkerd.multus.controller.workloads.WorkloadSource;
import io.linkerd.multus.values.linkerdconfig.RolloutSpec.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Why no restart may begin. What takes requests is asked only where a restart is due. */
final class RolloutHindrances {
    private final HeldRights rights;
    private final InjectorAnswers injectors;
    private final AtomicReference<Optional<Duration>> again = new AtomicReference<>(Optional.empty());

    RolloutHindrances(HeldRights rights, InjectorAnswers injectors) {
        this.rights = rights;
        this.injectors = injectors;
    }

    /**
     * {@return the view with them}
     *
     * @param workloads those of the view, by their uids
     */
    RolloutView added(RolloutView view, Map<String, Workload> workloads, WorkloadSource source, boolean verifying) {
        var found = new ArrayList<Hindrance>();
        boolean due =
                view.workloads().stream().anyMatch(one -> one.wants(view.spec().controlPlane()));
        boolean asked = view.spec().mode() != Mode.OFF && (due || !view.atHand().isEmpty());
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
        if (found.stream().noneMatch(Hindrance::controlPlaneToo) && view.spec().mode() == Mode.AUTO && due) {
            injectors.hindrance(source.change(), begun(view, workloads)).ifPresent(disagreement -> {
                found.add(disagreement);
                again.set(Optional.of(InjectorAnswers.PAUSE));
            });
        }
        return view.with(found);
    }

    /** {@return the view of a plan that restarts a workload, with what keeps it from being restarted at this moment; empty where nothing does} */
    Optional<RolloutView> addedNow(RolloutView view) {
        var hindrance = injectors.hindranceNow();
        hindrance.ifPresent(_ -> again.set(Optional.of(InjectorAnswers.PAUSE)));
        return hindrance.map(one -> view.with(
                Stream.concat(view.hindrances().stream(), Stream.of(one)).toList()));
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

    private static boolean begun(RolloutView view, Map<String, Workload> workloads) {
        return view.atHand().stream()
                .anyMatch(one -> Optional.ofNullable(workloads.get(one.uid()))
                        .filter(known -> known.change().equals(one.change()))
                        .isPresent());
    }
}
