// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.figures;

/** Everything that is measured. A bound is the end of a line here, and nowhere else. */
public enum Figure {
    START_INSTALLER("installer ready, s", Unit.SECONDS, new Bound.None()),
    START_CONTROLLER("controller ready, s", Unit.SECONDS, new Bound.None()),
    START_WEBHOOK_ANSWER("webhook's first answer, s", Unit.SECONDS, new Bound.AtMost(1)),
    START_WEBHOOK("webhook ready, s", Unit.SECONDS, new Bound.AtMost(3)),
    START_MULTUS("daemon of Multus ready, s", Unit.SECONDS, new Bound.None()),

    WEBHOOK_FIRST_RATE("requests/s, just started", Unit.PER_SECOND, new Bound.AtLeastTimes(1, Baseline.GO)),
    WEBHOOK_FIRST_P50("p50 ms, just started", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_FIRST_P99("p99 ms, just started", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_RATE(
            "requests/s",
            Unit.PER_SECOND,
            Bound.all(
                    new Bound.AtLeastTimes(4, Baseline.GO),
                    new Bound.WhereMeasured(new Bound.AtLeastTimes(0.7, Baseline.EARLIER)))),
    WEBHOOK_P50("p50 ms", Unit.MILLISECONDS, new Bound.None()),
    WEBHOOK_P99("p99 ms", Unit.MILLISECONDS, new Bound.AtMostTimes(0.35, Baseline.GO)),
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
    HOSTILE_PROBES("failed probes of the kubelet", Unit.COUNT, new Bound.Never()),
    HOSTILE_RSS("RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(256)),

    ROTATIONS_ADMISSIONS("pods admitted", Unit.COUNT, new Bound.None()),
    ROTATIONS_FAILURES("pods not admitted, or unchanged", Unit.COUNT, new Bound.Never()),
    ROTATIONS_HANDSHAKES("handshakes with the bundle of the moment", Unit.COUNT, new Bound.None()),
    ROTATIONS_TLS_ERRORS("handshakes that failed", Unit.COUNT, new Bound.Never()),
    ROTATIONS_AUTHORITIES("authorities followed by the next", Unit.COUNT, new Bound.None()),
    ROTATIONS_RETIRED("authorities dropped from the bundle", Unit.COUNT, new Bound.None()),
    ROTATIONS_LEAVES("serving certificates renewed", Unit.COUNT, new Bound.None()),
    ROTATIONS_SECONDS("for so long, s", Unit.SECONDS, new Bound.None()),

    INSTALLER_FIRST_CONFIG("start to first files, one processor, s", Unit.SECONDS, new Bound.AtMost(0.8)),
    INSTALLER_SECOND_PASS("files written by a second start", Unit.COUNT, new Bound.Never()),
    INSTALLER_KUBECONFIG_FIRST("kubeconfig repaired, first, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_KUBECONFIG("kubeconfig repaired, later, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_PLUGIN_FIRST("plugin (35 MiB) repaired, first, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_PLUGIN("plugin (35 MiB) repaired, later, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_ROTATION_FIRST("new token written, first, ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_DRIFTS("small files spoiled", Unit.COUNT, new Bound.None()),
    INSTALLER_DRIFT_MEMORY_P50("repaired on tmpfs, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_DRIFT_MEMORY_P99("repaired on tmpfs, p99 ms", Unit.MILLISECONDS, new Bound.AtMost(10)),
    INSTALLER_DRIFT_DISK_P50("repaired on the disk, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_DRIFT_DISK_P99("repaired on the disk, p99 ms", Unit.MILLISECONDS, new Bound.AtMost(10)),
    INSTALLER_ROTATION_MEMORY_P50("token rotated on tmpfs, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_ROTATION_MEMORY_P99("token rotated on tmpfs, p99 ms", Unit.MILLISECONDS, new Bound.AtMost(20)),
    INSTALLER_ROTATION_DISK_P50("token rotated on the disk, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    INSTALLER_ROTATION_DISK_P99("token rotated on the disk, p99 ms", Unit.MILLISECONDS, new Bound.AtMost(20)),
    INSTALLER_REWRITES("rewrites of each file", Unit.COUNT, new Bound.None()),
    INSTALLER_PRIVATE_NAD("RssAnon MiB after them, nad", Unit.MEBIBYTES, new Bound.AtMost(56)),
    INSTALLER_GROWTH_NAD("RssAnon MiB of it since a tenth, nad", Unit.MEBIBYTES, new Bound.AtMost(2)),
    INSTALLER_RSS_NAD("RSS MiB, nad", Unit.MEBIBYTES, new Bound.None()),
    INSTALLER_PRIVATE_CHAINED("RssAnon MiB after them, chained", Unit.MEBIBYTES, new Bound.AtMost(56)),
    INSTALLER_GROWTH_CHAINED("RssAnon MiB of it since a tenth, chained", Unit.MEBIBYTES, new Bound.AtMost(2)),
    INSTALLER_RSS_CHAINED("RSS MiB, chained", Unit.MEBIBYTES, new Bound.None()),
    INSTALLER_PARSES("parses of each file meanwhile, at least", Unit.COUNT, new Bound.None()),
    INSTALLER_TORN("that found it empty, partial or invalid", Unit.COUNT, new Bound.Never()),
    INSTALLER_FIGHT_CPU("share of a core in a fight", Unit.SHARE, new Bound.AtMost(0.05)),
    INSTALLER_FIGHT_EVENTS("Events that tell of it", Unit.COUNT, new Bound.Exactly(1)),
    INSTALLER_FIGHT_END("right again after its end, s", Unit.SECONDS, new Bound.AtMost(2)),
    INSTALLER_KILLS("processes killed at work", Unit.COUNT, new Bound.None()),
    INSTALLER_KILLS_UNFINISHED("before their work was done", Unit.COUNT, new Bound.None()),
    INSTALLER_KILLS_OTHER_END("after which the node was another", Unit.COUNT, new Bound.Never()),

    CONTROLLER_STEADY("all namespaces attached, s", Unit.SECONDS, new Bound.None()),
    CONTROLLER_WRITES("writes per attachment", Unit.COUNT, new Bound.AtMost(1)),
    CONTROLLER_FIRST_OTHER_WRITES("writes of anything else meanwhile", Unit.COUNT, new Bound.None()),
    CONTROLLER_CHANGE("ConfigMap change everywhere, s", Unit.SECONDS, new Bound.AtMost(15)),
    CONTROLLER_CHANGE_WRITES("writes per attachment, changed", Unit.COUNT, new Bound.AtMost(1)),
    CONTROLLER_CHANGE_OTHER("a namespace opts in meanwhile, s", Unit.SECONDS, new Bound.AtMost(1)),
    CONTROLLER_ONE_P50("one namespace opts in, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    CONTROLLER_ONE_MOST("one namespace opts in, at most ms", Unit.MILLISECONDS, new Bound.AtMost(1000)),
    CONTROLLER_ONE_WRITES("writes of the controller for it", Unit.COUNT, new Bound.AtMost(2)),
    CONTROLLER_OUT("fifty opt out, until all attachments are gone, s", Unit.SECONDS, new Bound.None()),
    CONTROLLER_OUT_WRITES("writes of the controller for each", Unit.COUNT, new Bound.AtMost(2)),
    CONTROLLER_NEWCOMERS("1,000 new namespaces attached, after the last, s", Unit.SECONDS, new Bound.AtMost(5)),
    CONTROLLER_NEWCOMERS_ALL("1,000 new namespaces attached, after the first, s", Unit.SECONDS, new Bound.None()),
    CONTROLLER_OUTDATED("all outdated workloads told after a change, s", Unit.SECONDS, new Bound.AtMost(10)),
    CONTROLLER_LOOK_WRITES("writes when all is looked at again", Unit.COUNT, new Bound.Never()),
    CONTROLLER_RESTART("restarted: ready, and all looked at, s", Unit.SECONDS, new Bound.None()),
    CONTROLLER_RESTART_WRITES("writes after a restart", Unit.COUNT, new Bound.Never()),
    CONTROLLER_IDLE_WRITES("writes while nothing happens", Unit.COUNT, new Bound.Never()),
    CONTROLLER_RSS_BUSY("RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(256)),
    CONTROLLER_RSS_IDLE("RSS MiB, afterwards", Unit.MEBIBYTES, new Bound.AtMost(256)),

    OPERATOR_ASKED("from the start until everything is as asked, s", Unit.SECONDS, new Bound.None()),
    OPERATOR_HEALED("a deleted object is there again, at most s", Unit.SECONDS, new Bound.AtMost(5)),
    OPERATOR_STATUS_WRITES("writes of the status for 300 new namespaces", Unit.COUNT, new Bound.AtMost(3)),
    OPERATOR_IDLE_WRITES("writes while nothing happens", Unit.COUNT, new Bound.Never()),
    OPERATOR_RSS_BUSY("RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(220)),
    OPERATOR_RSS_IDLE("RSS MiB, afterwards", Unit.MEBIBYTES, new Bound.AtMost(220)),

    SHIM_VERSION_P50("shim: VERSION, p50 ms", Unit.MILLISECONDS, new Bound.AtMost(2)),
    SHIM_RSS_VERSION("shim: RSS MiB for it, at most", Unit.MEBIBYTES, new Bound.AtMost(1.9)),
    SHIM_RSS_ADD("shim: RSS MiB for ADD, at most", Unit.MEBIBYTES, new Bound.None()),
    MULTUS_ADD_P50(
            "ADD, one after the other, p50 ms", Unit.MILLISECONDS, new Bound.AtMostTimes(0.7, Baseline.UPSTREAM)),
    MULTUS_ADD_P95(
            "ADD, one after the other, p95 ms", Unit.MILLISECONDS, new Bound.AtMostTimes(0.7, Baseline.UPSTREAM)),
    MULTUS_DEL_P50("DEL, one after the other, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    MULTUS_DEL_P95("DEL, one after the other, p95 ms", Unit.MILLISECONDS, new Bound.None()),
    MULTUS_32_ADD_P50("ADD, 32 side by side, p50 ms", Unit.MILLISECONDS, new Bound.None()),
    MULTUS_PODS_RATE("ADD and DEL of so many pods/s, 32 side by side", Unit.PER_SECOND, new Bound.None()),
    MULTUS_64("64 ADDs at once, s", Unit.SECONDS, new Bound.AtMostTimes(0.5, Baseline.UPSTREAM)),
    MULTUS_250("250 ADDs at once, s", Unit.SECONDS, new Bound.AtMostTimes(0.5, Baseline.UPSTREAM)),
    MULTUS_FAILURES("calls that failed", Unit.COUNT, new Bound.Never()),
    MULTUS_RSS_IDLE("daemon: RSS MiB, idle", Unit.MEBIBYTES, new Bound.AtMost(110)),
    MULTUS_RSS_BUSY("daemon: RSS MiB, at most", Unit.MEBIBYTES, new Bound.None()),
    MULTUS_RSS_AFTER("daemon: RSS MiB, after pods came and went", Unit.MEBIBYTES, new Bound.AtMost(110)),
    MULTUS_GROWTH("daemon: RssAnon MiB of it since a tenth", Unit.MEBIBYTES, new Bound.None()),

    CLI_CHECK("check, s", Unit.SECONDS, new Bound.AtMost(40)),
    CLI_CHECK_RSS("check: RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(300)),
    CLI_CHECK_NAMESPACE("check -n NAMESPACE, s", Unit.SECONDS, new Bound.AtMost(5)),
    CLI_CHECK_NAMESPACE_RSS("check -n NAMESPACE: RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(300)),
    CLI_WHY("why NAMESPACE/POD, s", Unit.SECONDS, new Bound.AtMost(5)),
    CLI_WHY_RSS("why NAMESPACE/POD: RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(300)),
    CLI_VERSION("version --client, s", Unit.SECONDS, new Bound.AtMost(0.3)),
    CLI_VERSION_RSS("version --client: RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(300)),
    CLI_METADATA("_extension-metadata, s", Unit.SECONDS, new Bound.AtMost(0.2)),
    CLI_METADATA_RSS("_extension-metadata: RSS MiB, at most", Unit.MEBIBYTES, new Bound.AtMost(300));

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
