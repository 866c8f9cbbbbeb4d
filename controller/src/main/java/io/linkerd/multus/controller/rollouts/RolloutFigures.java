// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.rollouts;

import io.linkerd.multus.controller.rollouts.plan.FirstNames;
import io.linkerd.multus.controller.rollouts.plan.RolloutProgress;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** How many workloads were where at the last look, for metrics; NaN where nothing is known. */
final class RolloutFigures {
    private static final Map<String, Function<RolloutProgress, FirstNames>> STANDINGS = Map.of(
            "outdated", RolloutProgress::outdated,
            "due", RolloutProgress::due,
            "at-hand", RolloutProgress::atHand,
            "failed", RolloutProgress::failed,
            "left", RolloutProgress::left);

    private final AtomicReference<Optional<RolloutProgress>> last = new AtomicReference<>(Optional.empty());

    RolloutFigures(MeterRegistry meters) {
        STANDINGS.forEach((standing, names) -> meters.gauge(
                "linkerd_multus_controller_rollout_workloads",
                Tags.of("standing", standing),
                this,
                now -> now.last
                        .get()
                        .map(progress -> (double) names.apply(progress).count())
                        .orElse(Double.NaN)));
    }

    void saw(RolloutProgress progress) {
        last.set(Optional.of(progress));
    }

    void forget() {
        last.set(Optional.empty());
    }
}
