// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig;

import io.linkerd.multus.controller.linkerdconfig.plan.ConditionType;
import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition;
import io.linkerd.multus.controller.linkerdconfig.plan.LinkerdConfigPlan;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The gauges of the last reconcile; NaN where a value is not known.
 *
 * @param differences how many of Linkerd's values differ
 * @param broken 1 where injection is broken, else 0
 * @param putBack how often values were put back
 */
record LinkerdConfigMetrics(double differences, double broken, double putBack) {
    static final LinkerdConfigMetrics NONE = new LinkerdConfigMetrics(Double.NaN, Double.NaN, Double.NaN);

    /** {@return the gauges of a plan} */
    static LinkerdConfigMetrics of(LinkerdConfigPlan plan) {
        return new LinkerdConfigMetrics(
                plan.differences()
                        .map(differences -> (double) differences.size())
                        .orElse(Double.NaN),
                plan.conditions().stream()
                        .filter(condition -> condition.type() == ConditionType.INJECTION_BROKEN)
                        .map(LinkerdConfigMetrics::number)
                        .findFirst()
                        .orElse(Double.NaN),
                plan.after().putBack());
    }

    private static double number(ConfigCondition condition) {
        return switch (condition.status()) {
            case TRUE -> 1;
            case FALSE -> 0;
            case UNKNOWN -> Double.NaN;
        };
    }

    /** Registers the gauges. A registry holds what they read by a weak reference: the caller keeps the state. */
    static void register(MeterRegistry meters, AtomicReference<LinkerdConfigState> state) {
        meters.gauge(
                "linkerd_multus_controller_linkerd_values_different",
                state,
                now -> now.get().metrics().differences());
        meters.gauge(
                "linkerd_multus_controller_linkerd_injection_broken",
                state,
                now -> now.get().metrics().broken());
        meters.gauge(
                "linkerd_multus_controller_linkerd_values_put_back",
                state,
                now -> now.get().metrics().putBack());
    }
}
