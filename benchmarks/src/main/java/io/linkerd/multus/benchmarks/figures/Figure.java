// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

/** Everything that is measured. A bound is the end of a line here, and nowhere else. */
public enum Figure {
    START_INSTALLER("installer ready, s", Unit.SECONDS, new Bound.None()),
    START_CONTROLLER("controller ready, s", Unit.SECONDS, new Bound.None()),
    START_WEBHOOK("webhook ready, s", Unit.SECONDS, new Bound.AtMost(3)),

    WEBHOOK_FIRST_RATE("requests/s, just started", Unit.PER_SECOND, new Bound.AtLeastTimes(4, Baseline.GO)),
    WEBHOOK_FIRST_P50("p50 ms, just started", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_FIRST_P99("p99 ms, just started", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_RATE(
            "requests/s",
            Unit.PER_SECOND,
            Bound.all(new Bound.AtLeastTimes(10, Baseline.GO), new Bound.AtLeastTimes(0.7, Baseline.ENDPOINT))),
    WEBHOOK_P50("p50 ms", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_P99(
            "p99 ms",
            Unit.MILLISECONDS,
            Bound.all(new Bound.AtMostTimes(0.25, Baseline.GO), new Bound.AtMostTimes(2, Baseline.ENDPOINT))),
    WEBHOOK_RATE_1("requests/s on 1 connection", Unit.PER_SECOND, new Bound.None()),
    WEBHOOK_P99_1("p99 ms on 1 connection", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_RATE_64("requests/s on 64 connections", Unit.PER_SECOND, new Bound.None()),
    WEBHOOK_P99_64("p99 ms on 64 connections", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_RATE_256("requests/s on 256 connections", Unit.PER_SECOND, new Bound.None()),
    WEBHOOK_P99_256("p99 ms on 256 connections", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_REQUESTS("requests in all", Unit.COUNT, new Bound.None()),
    WEBHOOK_FAILURES("failed requests", Unit.COUNT, new Bound.Never()),
    WEBHOOK_RSS_BUSY("RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(180)),
    WEBHOOK_RSS_IDLE("RSS MiB, afterwards", Unit.MEBIBYTES, new Bound.AtMost(180)),

    HOSTILE_RATE("requests/s of the polite client", Unit.PER_SECOND, new Bound.None()),
    HOSTILE_P50("its p50 ms", Unit.MILLISECONDS, new Bound.None()),
    HOSTILE_P99("its p99 ms", Unit.MILLISECONDS, new Bound.AtMost(250)),
    HOSTILE_FAILURES("its failed requests", Unit.COUNT, new Bound.Never()),
    HOSTILE_RSS("RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(256)),

    ROTATIONS_ADMISSIONS("pods admitted", Unit.COUNT, new Bound.None()),
    ROTATIONS_FAILURES("pods not admitted, or unchanged", Unit.COUNT, new Bound.Never()),
    ROTATIONS_HANDSHAKES("handshakes with the bundle of the moment", Unit.COUNT, new Bound.None()),
    ROTATIONS_TLS_ERRORS("handshakes that failed", Unit.COUNT, new Bound.Never()),
    ROTATIONS_AUTHORITIES("authorities followed by the next", Unit.COUNT, new Bound.None()),
    ROTATIONS_RETIRED("authorities dropped from the bundle", Unit.COUNT, new Bound.None()),
    ROTATIONS_LEAVES("serving certificates renewed", Unit.COUNT, new Bound.None()),
    ROTATIONS_SECONDS("for so long, s", Unit.SECONDS, new Bound.None()),

    INSTALLER_FIRST_CONFIG("start to first config, s", Unit.SECONDS, new Bound.AtMost(1)),
    INSTALLER_DRIFT_FIRST("kubeconfig repaired, first, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_DRIFT_P50("kubeconfig repaired, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_DRIFT_P99("kubeconfig repaired, p99 ms", Unit.MILLISECONDS, new Bound.AtMost(10)),
    INSTALLER_PLUGIN_FIRST("plugin (35 MiB) repaired, first, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_PLUGIN_P50("plugin (35 MiB) repaired, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_PLUGIN_P99("plugin (35 MiB) repaired, p99 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_ROTATION_FIRST("new token written, first, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_ROTATION_P50("new token written, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_ROTATION_P99("new token written, p99 ms", Unit.MILLISECONDS, new Bound.AtMost(10)),
    INSTALLER_SECOND_PASS("files written by a second start", Unit.COUNT, new Bound.Never()),
    INSTALLER_PRIVATE("RssAnon MiB", Unit.MEBIBYTES, new Bound.AtMost(64)),
    INSTALLER_RSS("RSS MiB", Unit.MEBIBYTES, new Bound.None()),

    CONTROLLER_STEADY("all namespaces attached, s", Unit.SECONDS, new Bound.None()),
    CONTROLLER_WRITES("writes per attachment", Unit.COUNT, new Bound.AtMost(1)),
    CONTROLLER_CHANGE("ConfigMap change everywhere, s", Unit.SECONDS, new Bound.None()),
    CONTROLLER_CHANGE_WRITES("writes per attachment, changed", Unit.COUNT, new Bound.AtMost(1)),
    CONTROLLER_IDLE_WRITES("writes while nothing happens", Unit.COUNT, new Bound.Never()),
    CONTROLLER_RSS_BUSY("RSS MiB, at most", Unit.MEBIBYTES, new Bound.None()),
    CONTROLLER_RSS_IDLE("RSS MiB, afterwards", Unit.MEBIBYTES, new Bound.None());

    private final String title;
    private final Unit unit;

    @SuppressWarnings("ImmutableEnumChecker") // all of its records are
    private final Bound bound;

    Figure(String title, Unit unit, Bound bound) {
        this.title = title;
        this.unit = unit;
        this.bound = bound;
    }

    String title() {
        return title;
    }

    Unit unit() {
        return unit;
    }

    Bound bound() {
        return bound;
    }
}
