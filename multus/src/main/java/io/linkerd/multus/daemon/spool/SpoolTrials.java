// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.spool;

import io.linkerd.multus.service.retry.Backoff;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The files that could not be dealt with until now. A daemon that starts knows none, and tries each again at once. */
final class SpoolTrials {
    /** From the next look to once an hour: what a plugin lacks is mended in minutes, or by a person. */
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(10), Duration.ofHours(1));

    private final Map<String, Trial> trials = new ConcurrentHashMap<>();
    private final LongSupplier nanos;
    private final RandomGenerator random;

    SpoolTrials(LongSupplier nanos, RandomGenerator random) {
        this.nanos = nanos;
        this.random = random;
    }

    /** Notes a failure; {@return what is known of the file now} */
    Trial failed(SpoolFile file, String reason) {
        long now = nanos.getAsLong();
        var before = Optional.ofNullable(trials.get(file.name()))
                .filter(trial -> trial.identity().equals(file.identity()));
        int failures = before.map(Trial::failures).orElse(0) + 1;
        long next = now + BACKOFF.after(failures, random).toNanos();
        var trial =
                new Trial(file.identity(), failures, before.map(Trial::since).orElse(now), next, reason);
        trials.put(file.name(), trial);
        return trial;
    }

    /** Forgets all files but these. */
    void retain(List<SpoolFile> files) {
        trials.keySet().retainAll(files.stream().map(SpoolFile::name).collect(Collectors.toSet()));
    }

    Map<String, Trial> all() {
        return Map.copyOf(trials);
    }
}
