// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.ConditionType;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicReference;

/** What was seen at the last look, for metrics; NaN where nothing is known. */
final class ConfigFigures {
    private record Figures(double differences, double broken, double putBack) {}

    private static final Figures NONE = new Figures(Double.NaN, Double.NaN, Double.NaN);

    private final AtomicReference<Figures> last = new AtomicReference<>(NONE);

    ConfigFigures(MeterRegistry meters) {
        meters.gauge(
                "linkerd_multus_controller_linkerd_values_different",
                this,
                now -> now.last.get().differences());
        meters.gauge(
                "linkerd_multus_controller_linkerd_injection_broken",
                this,
                now -> now.last.get().broken());
        meters.gauge(
                "linkerd_multus_controller_linkerd_values_put_back",
                this,
                now -> now.last.get().putBack());
    }

    void saw(LinkerdConfigPlan plan) {
        last.set(new Figures(
                plan.differences()
                        .map(differences -> (double) differences.size())
                        .orElse(Double.NaN),
                plan.conditions().stream()
                        .filter(condition -> condition.type() == ConditionType.INJECTION_BROKEN)
                        .map(ConfigFigures::number)
                        .findFirst()
                        .orElse(Double.NaN),
                plan.after().putBack()));
    }

    private static double number(ConfigCondition condition) {
        return switch (condition.status()) {
            case TRUE -> 1;
            case FALSE -> 0;
            case UNKNOWN -> Double.NaN;
        };
    }

    void forget() {
        last.set(NONE);
    }
}
