// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts.plan;

import static io.linkerd.multus.controller.rollouts.plan.Sample.NOW;
import static io.linkerd.multus.controller.rollouts.plan.Sample.REVISION;
import static io.linkerd.multus.controller.rollouts.plan.Sample.auto;
import static io.linkerd.multus.controller.rollouts.plan.Sample.due;
import static io.linkerd.multus.controller.rollouts.plan.Sample.mode;
import static io.linkerd.multus.controller.rollouts.plan.Sample.restarted;
import static io.linkerd.multus.controller.rollouts.plan.Sample.seen;
import static io.linkerd.multus.controller.rollouts.plan.Sample.view;
import static io.linkerd.multus.controller.rollouts.plan.Sample.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.values.linkerdconfig.RolloutSpec.Mode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a status says, and when it may say something else. */
class RolloutStandingTest {
    private static final Workload WEB = due("shop", "web");
    private static final Workload CART = due("shop", "cart");
    private static final Workload VISITOR = with(due("shop", "visitor"), RolloutOptIn.SILENT);

    /** Of a kind that has no deadline of its own: nothing of the API server tells that it makes no progress. */
    private static RolloutCounts going(Duration ago) {
        return new RolloutCounts(true, false, 3, 3, 1, 2, 4, false, Optional.of(NOW.minus(ago)));
    }

    @Test
    void looksAgainWhenTheWorkloadAtHandWouldHaveFailed() {
        var plan = RolloutPlan.of(
                view(auto(1, 1), List.of(seen(WEB)), restarted(WEB, REVISION, going(Duration.ofMinutes(4)))));

        assertThat(plan.again()).contains(NOW.plus(Duration.ofMinutes(6)));
        var failed = RolloutPlan.of(
                view(auto(1, 1), List.of(seen(WEB)), restarted(WEB, REVISION, going(Duration.ofMinutes(10)))));
        assertThat(failed.again()).isEmpty();
        assertThat(failed.progress().message())
                .contains("made no progress for 10 minutes: 1 of 3 pods updated, 2 of 3 available, 1 to go.");
    }

    @Test
    void eachWorkloadIsCountedInOnePlace() {
        var progress = RolloutPlan.of(view(
                        auto(1, 1), List.of(seen(CART)), restarted(CART, REVISION, going(Duration.ZERO)), WEB, VISITOR))
                .progress();

        assertThat(progress.atHand().first()).containsExactly("Deployment shop/cart");
        assertThat(progress.due().first()).containsExactly("Deployment shop/web");
        assertThat(progress.left().first()).containsExactly("Deployment shop/visitor");
        assertThat(progress.outdated().count()).isEqualTo(3);
        var announced = RolloutPlan.of(view(auto(1, 1), List.of(), WEB)).progress();
        assertThat(announced.due().count()).as("which is at hand now").isZero();
    }

    @Test
    void ofManyTheFirstAreNamed() {
        var many = IntStream.range(0, FirstNames.NAMED + 2)
                .mapToObj(number -> with(due("shop", "v%02d".formatted(number)), RolloutOptIn.SILENT))
                .toArray(Workload[]::new);

        assertThat(RolloutPlan.of(view(auto(1, 1), List.of(), many)).progress().message())
                .endsWith("Deployment shop/v09 and 2 more.");
    }

    /** Whoever restarts workloads by hand has to know of it, and need not know which rights rollouts lack. */
    @Test
    void whileRolloutsAreOffAReplacedTrustRootIsToldAndNoOtherHindrance() {
        var replaced = Hindrance.ofAll(RolloutReason.TRUST_ROOT_REPLACED, "replaced");
        for (var off : List.of(view(mode(Mode.OFF), List.of(), WEB), view(auto(1, 1), List.of(), VISITOR))) {
            assertThat(RolloutPlan.of(Sample.of(off, List.of(replaced)))
                            .progress()
                            .message())
                    .isEqualTo("replaced");
            assertThat(RolloutPlan.of(Sample.of(off, List.of(Hindrance.rightsMissing())))
                            .progress()
                            .reason())
                    .isIn(RolloutReason.OFF, RolloutReason.NOTHING_TO_RESTART);
        }
    }
}
