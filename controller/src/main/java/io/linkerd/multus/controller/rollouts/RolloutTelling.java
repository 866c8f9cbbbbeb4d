// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.engine.DutyEvents;
import io.linkerd.multus.controller.linkerdconfig.plan.ObservedLinkerdConfig;
import io.linkerd.multus.controller.rollouts.plan.Progress;
import io.linkerd.multus.controller.rollouts.plan.RolloutNotices;
import io.linkerd.multus.controller.rollouts.plan.RolloutPlan;
import io.linkerd.multus.controller.rollouts.plan.RolloutProgress;
import io.linkerd.multus.controller.rollouts.plan.RolloutReason;
import io.linkerd.multus.controller.rollouts.plan.RolloutView;
import io.linkerd.multus.controller.rollouts.plan.Workload;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person hears of rollouts beside the status: Events, metrics and a line of the log where the standing changes. */
final class RolloutTelling {
    private static final Logger log = LoggerFactory.getLogger(RolloutTelling.class);

    private final DutyEvents events;
    private final RolloutFigures figures;
    private final AtomicReference<Optional<RolloutReason>> lastReason = new AtomicReference<>(Optional.empty());

    RolloutTelling(DutyEvents events, MeterRegistry meters) {
        this.events = events;
        this.figures = new RolloutFigures(meters);
    }

    /**
     * Tells of a look.
     *
     * @param skipped what keeps single workloads
     */
    void tell(ObservedLinkerdConfig config, RolloutView view, RolloutPlan plan, List<Notice> skipped) {
        figures.saw(plan.progress());
        var reason = plan.progress().reason();
        if (lastReason.getAndSet(Optional.of(reason)).filter(reason::equals).isEmpty()) {
            log.atInfo()
                    .addKeyValue("linkerdConfig", config.name())
                    .addKeyValue("reason", reason.word())
                    .addKeyValue("outdated", plan.progress().outdated().count())
                    .log("looked at outdated workloads");
        }
        var notices = new ArrayList<>(skipped);
        standing(config, plan.progress()).ifPresent(notices::add);
        failures(view, plan).forEach(notices::add);
        RolloutNotices.outdated(view, plan.atHand()).forEach(notices::add);
        events.hold(notices);
    }

    /** Forgets what was told. */
    void forget() {
        lastReason.set(Optional.empty());
        figures.forget();
        events.hold(List.of());
    }

    /** Restarts have Events of their own, and that all is well needs none. */
    private static Optional<Notice> standing(ObservedLinkerdConfig config, RolloutProgress progress) {
        return switch (progress.reason()) {
            case UP_TO_DATE, ROLLING -> Optional.empty();
            case OFF,
                    DRY_RUN,
                    NOTHING_TO_RESTART,
                    WAITING_FOR_WORKLOADS,
                    WAITING_FOR_WINDOW,
                    WAITING_FOR_INJECTORS,
                    CONTROL_PLANE_NOT_AVAILABLE ->
                Optional.of(Notice.normal(config.subject(), progress.reason().word(), progress.message()));
            case WORKLOADS_SKIPPED,
                    IDENTITY_NOT_RESTARTED,
                    TRUST_ROOT_REPLACED,
                    TRUST_ANCHORS_UNREADABLE,
                    RIGHTS_MISSING,
                    POLICY_NOT_SERVED,
                    FAILED,
                    UNMESHED ->
                Optional.of(Notice.warning(config.subject(), progress.reason().word(), progress.message()));
        };
    }

    private static Stream<Notice> failures(RolloutView view, RolloutPlan plan) {
        return view.workloads().stream()
                .filter(one -> plan.progress().failed().first().contains(one.inWords()))
                .flatMap(one -> failed(view, one).stream().map(failed -> RolloutNotices.failed(one, failed)));
    }

    private static Optional<Progress.Failed> failed(RolloutView view, Workload one) {
        return one.progress(view.now()) instanceof Progress.Failed failed
                ? Optional.of(failed)
                : Optional.of(new Progress.Failed(Progress.UNSTEADY)).filter(_ -> view.isUnsteady(one));
    }
}
