// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.server;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** How long an API server waits for the answer to a review, as its URL says: {@code ?timeout=5s}. */
final class CallerPatience {
    /** Whole seconds, from 1 to 30 as Kubernetes has it; Go writes those without minutes. */
    private static final Pattern SECONDS = Pattern.compile("([0-9]{1,2})s");

    /** The most that Kubernetes lets a configuration say. What claims to wait longer is no API server. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** What Kubernetes waits for where nobody says otherwise. */
    private static final Duration DEFAULT = Duration.ofSeconds(10);

    /** For what the review passes on its way here, and the answer on its way back. */
    private static final Duration LEAST_MARGIN = Duration.ofMillis(200);

    private CallerPatience() {}

    /** {@return how long an answer may take so that it arrives in time} A tenth is left for the ways. */
    static Duration read(Optional<String> timeout) {
        var patience = timeout.map(SECONDS::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> Duration.ofSeconds(Long.parseLong(matcher.group(1))))
                .filter(Duration::isPositive)
                .map(said -> said.compareTo(LONGEST) < 0 ? said : LONGEST)
                .orElse(DEFAULT);
        var tenth = patience.dividedBy(10);
        return patience.minus(tenth.compareTo(LEAST_MARGIN) > 0 ? tenth : LEAST_MARGIN);
    }
}
