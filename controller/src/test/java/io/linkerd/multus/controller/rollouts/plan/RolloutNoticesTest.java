// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import static io.linkerd.multus.controller.rollouts.plan.Sample.auto;
import static io.linkerd.multus.controller.rollouts.plan.Sample.due;
import static io.linkerd.multus.controller.rollouts.plan.Sample.seen;
import static io.linkerd.multus.controller.rollouts.plan.Sample.view;
import static io.linkerd.multus.controller.rollouts.plan.Sample.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.controller.pods.plan.RolloutMark;
import io.linkerd.multus.controller.workloads.plan.Finding;
import io.linkerd.multus.controller.workloads.plan.Outdated;
import io.linkerd.multus.controller.workloads.plan.OutdatedReason;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RolloutNoticesTest {
    private static final Workload WEB = due("shop", "web");
    private static final Workload VISITOR = with(due("shop", "visitor"), RolloutOptIn.SILENT);
    private static final int MORE = RolloutNotices.MOST_TOLD + 10;

    private static Outdated old(int pods) {
        return Outdated.of(Collections.nCopies(
                pods, List.of(new Finding(OutdatedReason.PROXY_VERSION, "edge-1 instead of edge-2", true))));
    }

    /** Told of a look at these, of which none is at hand. */
    private static List<Notice> told(Workload... workloads) {
        return RolloutNotices.outdated(view(auto(1, 1), List.of(), workloads), List.of())
                .toList();
    }

    private static Workload[] many(int from, RolloutOptIn optIn) {
        return IntStream.range(from, MORE)
                .mapToObj(number -> with(due("shop", "w%03d".formatted(number)), optIn))
                .toArray(Workload[]::new);
    }

    @Test
    void whatIsOutdatedAndWhatBecomesOfItIsTold() {
        assertThat(told(WEB, VISITOR, with(due("shop", "new"), Outdated.NO)))
                .extracting(Notice::message)
                .containsExactly(
                        "Pods of this Deployment run with an old configuration of Linkerd's: its proxy has another"
                                + " version (edge-1 instead of edge-2). It opted in to rollouts: its own strategy replaces"
                                + " its pods.",
                        "Pods of this Deployment run with an old configuration of Linkerd's: its proxy has another"
                                + " version (edge-1 instead of edge-2). It is left alone: it is not labelled"
                                + " config.linkerd.io/reconcile=auto, nor is its pod template or namespace.");
    }

    /** An Event was made anew for each pod that was replaced. */
    @Test
    void fewerOutdatedPodsOfAWorkloadAreNoOtherNotice() {
        assertThat(told(with(VISITOR, old(1)))).isEqualTo(told(with(VISITOR, old(3))));
    }

    /** It was told to have opted in, as before its restart, and people waited for a second one. */
    @Test
    void whatARestartDidNotCureIsTold() {
        assertThat(RolloutNotices.outdated(WEB).message()).contains("It opted in to rollouts");
        var restarted = Sample.restarted(WEB, Sample.REVISION, Sample.COMPLETE);
        assertThat(RolloutNotices.outdated(restarted.with(restarted.outdated().uncurable()))
                        .message())
                .contains("It is left alone: a restart did not cure that")
                .doesNotContain("opted in");
    }

    @Test
    void ofOneAtHandItsRestartIsTold() {
        assertThat(RolloutNotices.outdated(view(auto(1, 1), List.of(), WEB, VISITOR), List.of(seen(WEB))))
                .extracting(Notice::subject)
                .containsExactly(VISITOR.subject());
    }

    /** The next came to the first fifty as one was done. */
    @Test
    void aRolloutThatGetsOnTellsOfNoneThatWasNotToldBefore() {
        for (var optIn : List.of(RolloutOptIn.IN, RolloutOptIn.SILENT)) {
            var before = told(many(0, optIn));
            assertThat(before).hasSize(RolloutNotices.MOST_TOLD);
        }
        var silent = Stream.of(many(0, RolloutOptIn.SILENT)).toList();
        var all = Stream.concat(silent.stream(), Stream.of(WEB)).toArray(Workload[]::new);
        assertThat(told(all)).containsAll(told(silent.toArray(Workload[]::new)));
        assertThat(told(many(0, RolloutOptIn.IN))).containsAll(told(many(1, RolloutOptIn.IN)));
        assertThat(told(many(MORE - 1, RolloutOptIn.IN))).hasSize(1);
    }

    @Test
    void whatStopsARolloutIsToldAboutTheWorkload() {
        var restart = new RolloutAction.Restart(WEB, new RolloutMark(WEB.change(), Sample.REVISION), Sample.NOW);
        var pod = new OwnedPod("web-0", "u", true, true, false, Optional.empty());

        var failed = RolloutNotices.failed(WEB, new Progress.Failed("exceeded its progress deadline"));
        assertThat(failed.reason()).isEqualTo("RolloutFailed");
        assertThat(failed.message())
                .startsWith("After its restart by linkerd-multus this Deployment exceeded its progress deadline. ")
                .contains(
                        "restarts no other workload of this namespace until it is well, the change is another, or it opts out;");
        assertThat(RolloutNotices.refused(restart, "a policy says no").message())
                .startsWith("linkerd-multus cannot restart this Deployment: a policy says no.");
        assertThat(RolloutNotices.refused(new RolloutAction.Evict(WEB, pod), "a budget")
                        .message())
                .startsWith("linkerd-multus cannot evict pod web-0 now: a budget.");
    }

    /** A budget allows none for as long as one pod of its is replaced, whoever does it. */
    @Test
    void cautionsAreToldBeforehandButForThoseOfAMoment() {
        var single = with(WEB, Set.of(Caution.SINGLE_REPLICA, Caution.NO_DISRUPTION_ALLOWED));

        assertThat(RolloutNotices.outdated(single).message()).endsWith(" Note that it has one replica.");
        assertThat(RolloutNotices.outdated(with(WEB, Set.of(Caution.NO_DISRUPTION_ALLOWED))))
                .isEqualTo(RolloutNotices.outdated(WEB));
        var restart = new RolloutAction.Restart(single, new RolloutMark(single.change(), Sample.REVISION), Sample.NOW);
        assertThat(RolloutNotices.of(restart).message())
                .contains("since pods are outdated: 1 pod: its proxy has another version")
                .endsWith(" Note that it has one replica; it has a PodDisruptionBudget that allows no disruption now.");
    }
}
