// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The webhook's image of another version.
 *
 * @param image its tar
 * @param without variables that the chart gives today's and that version refuses, since it does not know them
 */
public record EarlierWebhook(Path image, Set<String> without) {
    private static final String IMAGE = "BENCH_EARLIER";
    private static final String WITHOUT = "BENCH_EARLIER_WITHOUT";

    public EarlierWebhook {
        without = Set.copyOf(without);
    }

    /** {@return what an environment names; nothing where it names no image} */
    public static Optional<EarlierWebhook> of(Map<String, String> environment) {
        var without = List.of(environment.getOrDefault(WITHOUT, "").strip().split("[\\s,]+"));
        return Optional.ofNullable(environment.get(IMAGE))
                .filter(tar -> !tar.isEmpty())
                .map(tar -> new EarlierWebhook(Path.of(tar), Set.copyOf(without)));
    }
}
