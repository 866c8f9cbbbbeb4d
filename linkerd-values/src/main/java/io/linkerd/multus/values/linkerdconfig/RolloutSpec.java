// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.values.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.values.ValueTree;
import io.linkerd.multus.values.windows.Window;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How outdated workloads are restarted.
 *
 * @param mode what is done about outdated workloads
 * @param atOnce how many workloads may be at hand in all, 1 to 100
 * @param perNamespace how many of one namespace, 1 to 100
 * @param controlPlane whether Linkerd's own Deployments are restarted, too
 * @param pause how long a restarted workload has to be well before the next takes its place, 0 to 1 h
 * @param window when a restart may begin; empty is at any time
 */
public record RolloutSpec(
        Mode mode, int atOnce, int perNamespace, boolean controlPlane, Duration pause, Optional<Window> window) {
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    /** Restarts nothing. */
    static final RolloutSpec NONE = new RolloutSpec(Mode.OFF, 1, 1, false, PAUSE, Optional.empty());

    private static final int MOST_AT_ONCE = 100;

    /** What is done about outdated workloads. */
    public enum Mode {
        /** They are told. A rollout ends after the workloads at hand. */
        OFF("Off"),
        /** What would be restarted next is told. */
        DRY_RUN("DryRun"),
        /** They are restarted. */
        AUTO("Auto");

        private final String title;

        Mode(String title) {
            this.title = title;
        }

        /** {@return how it is written} */
        public String title() {
            return title;
        }
    }

    /** Refuses bounds that allow nothing. */
    public RolloutSpec {
        if (atOnce < 1 || perNamespace < 1) {
            throw new IllegalArgumentException(
                    "atOnce " + atOnce + " and perNamespace " + perNamespace + " must be 1 or more");
        }
    }

    /** {@return the same, with nothing restarted} */
    public RolloutSpec off() {
        return new RolloutSpec(Mode.OFF, atOnce, perNamespace, controlPlane, pause, window);
    }

    /** Reads the section; where something in it is wrong, nothing is restarted. */
    static RolloutSpec read(SpecFields fields) {
        int before = fields.problems().size();
        var read = new RolloutSpec(
                fields.read("mode", "one of " + modes(), RolloutSpec::mode).orElse(Mode.OFF),
                fields.count("atOnce", 1, MOST_AT_ONCE),
                fields.count("perNamespace", 1, MOST_AT_ONCE),
                fields.flag("controlPlane"),
                fields.read("pause", "a length of time from 0 to 1h, as in 90s or 5m", RolloutSpec::pause)
                        .orElse(PAUSE),
                fields.has("window") ? window(fields) : Optional.empty());
        return fields.problems().size() == before ? read : NONE;
    }

    private static Optional<Duration> pause(ValueTree value) {
        var read = switch (value) {
            case ValueTree.Text(var text) -> GoDuration.read(text);
            case ValueTree.Number(var number) when number.signum() == 0 -> Optional.of(Duration.ZERO);
            case ValueTree.Number _, ValueTree.Flag _, ValueTree.Members _, ValueTree.Elements _, ValueTree.Nothing _ ->
                Optional.<Duration>empty();
        };
        return read.filter(pause -> pause.compareTo(LONGEST_PAUSE) <= 0);
    }

    /** Without quotes {@code Off} is false for YAML 1.1, which kubectl reads. */
    private static Optional<Mode> mode(ValueTree value) {
        return switch (value) {
            case ValueTree.Flag(var on) -> on ? Optional.empty() : Optional.of(Mode.OFF);
            case ValueTree.Text(var text) ->
                Arrays.stream(Mode.values())
                        .filter(mode -> mode.title.equals(text))
                        .findFirst();
            case ValueTree.Members _, ValueTree.Elements _, ValueTree.Number _, ValueTree.Nothing _ -> Optional.empty();
        };
    }

    private static String modes() {
        return Arrays.stream(Mode.values()).map(Mode::title).collect(Collectors.joining(", "));
    }

    private static Optional<Window> window(SpecFields rollouts) {
        var fields = rollouts.section("window");
        var start = fields.text("start");
        var duration = fields.text("duration");
        for (var name : new String[] {"start", "duration"}) {
            if (!fields.has(name)) {
                fields.problem(name, "is missing: a window has start and duration, or leave the window out");
            }
        }
        var zone = fields.text("timeZone").orElse("UTC");
        return start.flatMap(opens -> duration.flatMap(length -> switch (Window.read(opens, length, zone)) {
            case Result.Ok<Window>(var window) -> Optional.of(window);
            case Result.Not<Window>(var reason) -> {
                rollouts.problem("window", reason);
                yield Optional.empty();
            }
        }));
    }
}
