// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.linkerdconfig;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.values.ValueTree;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Collectors;

/**
 * How outdated workloads are restarted.
 *
 * @param mode whether they are
 * @param atOnce how many at once, of all
 * @param perNamespace how many at once in one namespace
 * @param controlPlane whether Linkerd's own Deployments are, too
 * @param window when one may begin; empty is at any time
 */
public record Rollouts(Mode mode, int atOnce, int perNamespace, boolean controlPlane, Optional<Window> window) {
    /** Restarts nothing. */
    static final Rollouts NONE = new Rollouts(Mode.OFF, 1, 1, false, Optional.empty());

    private static final int MOST_AT_ONCE = 100;
    private static final Duration LONGEST_WINDOW = Duration.ofDays(7);

    /** Whether outdated workloads are restarted. */
    public enum Mode {
        OFF("Off"),
        /** What would be restarted is told. */
        DRY_RUN("DryRun"),
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

    /**
     * When a restart may begin.
     *
     * @param start when it opens
     * @param duration how long it stays open
     * @param timeZone whose clock {@code start} is about, by its name in the IANA database
     */
    public record Window(CronSchedule start, Duration duration, String timeZone) {}

    /** Reads the section; where something in it is wrong, nothing is restarted. */
    static Rollouts read(SpecFields fields) {
        int before = fields.problems().size();
        var read = new Rollouts(
                fields.read("mode", "one of " + modes(), Rollouts::mode).orElse(Mode.OFF),
                fields.count("atOnce", 1, MOST_AT_ONCE),
                fields.count("perNamespace", 1, MOST_AT_ONCE),
                fields.flag("controlPlane"),
                fields.has("window") ? window(fields.section("window")) : Optional.empty());
        return fields.problems().size() == before ? read : NONE;
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

    private static Optional<Window> window(SpecFields fields) {
        var start = fields.text("start").flatMap(text -> start(fields, text));
        var duration = fields.text("duration").flatMap(text -> duration(fields, text));
        var zone = fields.text("timeZone").orElse("UTC");
        if (!Arrays.asList(TimeZone.getAvailableIDs()).contains(zone)) {
            fields.problem(
                    "timeZone", Words.quoted(zone) + " is no zone of the IANA database; write one like Europe/Berlin");
        }
        for (var name : new String[] {"start", "duration"}) {
            if (!fields.has(name)) {
                fields.problem(name, "is missing: a window has start and duration, or leave the window out");
            }
        }
        return start.flatMap(opens -> duration.map(length -> new Window(opens, length, zone)));
    }

    private static Optional<CronSchedule> start(SpecFields fields, String text) {
        return switch (CronSchedule.read(text)) {
            case Result.Ok<CronSchedule>(var schedule) -> Optional.of(schedule);
            case Result.Not<CronSchedule>(var reason) -> {
                fields.problem("start", reason);
                yield Optional.empty();
            }
        };
    }

    private static Optional<Duration> duration(SpecFields fields, String text) {
        var read = IsoDuration.read(text)
                .filter(length ->
                        length.compareTo(Duration.ofMinutes(1)) >= 0 && length.compareTo(LONGEST_WINDOW) <= 0);
        if (read.isEmpty()) {
            fields.problem(
                    "duration", Words.quoted(text) + " has to be a length of time from PT1M to P7D, for example PT4H");
        }
        return read;
    }
}
