// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.daemon.spool.SpoolFile.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what is done about the files of the spool. */
final class SpoolPlan {
    /** Of what was tried in vain: longer than a plugin or a disk is out of order. */
    static final Duration LONGEST_KEPT = Duration.ofDays(7);

    /** As shims have it: none writes for so long. */
    static final Duration LONGEST_WRITTEN = Duration.ofHours(1);

    private SpoolPlan() {}

    /** The same moment on both clocks. */
    record Moment(Instant date, long nanos) {}

    /**
     * {@return the steps, oldest file first} A file is not given up before this daemon has tried it: a node's date may jump by years after its start.
     *
     * @param trials by the names of files
     */
    static List<SpoolStep> of(List<SpoolFile> seen, Map<String, Trial> trials, Moment now) {
        return seen.stream()
                .sorted(SpoolFile.OLDEST_FIRST)
                .flatMap(file -> step(file, trial(file, trials), now).stream())
                .toList();
    }

    private static Optional<SpoolStep> step(SpoolFile file, Optional<Trial> trial, Moment now) {
        if (trial.filter(tried -> tried.next() - now.nanos() > 0).isPresent()) {
            return Optional.empty();
        }
        if (file.isHidden()) {
            boolean isLeft = file.kind() != Kind.NO_FILE
                    && file.name().endsWith(".tmp")
                    && age(file, now).compareTo(LONGEST_WRITTEN) > 0;
            return isLeft ? Optional.of(new SpoolStep.TidyUp(file)) : Optional.empty();
        }
        return Optional.of(
                switch (file.kind()) {
                    case NO_FILE -> new SpoolStep.Discard(file, "it is no regular file");
                    case EXPOSED -> new SpoolStep.Discard(file, "another user can change it");
                    case PRIVATE -> ofFile(file, trial, now);
                });
    }

    private static SpoolStep ofFile(SpoolFile file, Optional<Trial> trial, Moment now) {
        if (file.bytes() > SpoolFolder.LONGEST) {
            return new SpoolStep.Discard(file, "it is longer than " + SpoolFolder.LONGEST + " bytes");
        }
        return trial.filter(tried -> isOver(file, tried, now))
                .<SpoolStep>map(tried -> new SpoolStep.GiveUp(file, tried.reason()))
                .orElseGet(() -> new SpoolStep.Replay(file));
    }

    private static boolean isOver(SpoolFile file, Trial tried, Moment now) {
        var tries = Duration.ofNanos(now.nanos() - tried.since());
        return age(file, now).compareTo(LONGEST_KEPT) > 0 || tries.compareTo(LONGEST_KEPT) > 0;
    }

    private static Duration age(SpoolFile file, Moment now) {
        return Duration.between(file.modified(), now.date());
    }

    private static Optional<Trial> trial(SpoolFile file, Map<String, Trial> trials) {
        return Optional.ofNullable(trials.get(file.name()))
                .filter(trial -> trial.identity().equals(file.identity()));
    }
}
