// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.rotations;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What replicas have done since their start, as they count it.
 *
 * @param signed authorities that took over from another
 * @param retired writes that dropped those before
 * @param leaves serving certificates, but each one's first
 */
record Rotations(long signed, long retired, long leaves) {
    private static final Pattern STEP = Pattern.compile(
            "(?m)^linkerd_multus_webhook_certificate_steps_total\\{result=\"written\",step=\"(\\w+)\"} (\\S+)$");
    private static final Pattern SERVED =
            Pattern.compile("(?m)^linkerd_multus_webhook_certificates_served_total (\\S+)$");

    /** Reads the metrics of all replicas. */
    static Rotations of(List<String> metrics) {
        return new Rotations(steps(metrics, "sign"), steps(metrics, "retire"), served(metrics) - metrics.size());
    }

    private static long steps(List<String> metrics, String step) {
        return metrics.stream()
                .flatMap(text -> STEP.matcher(text).results())
                .filter(line -> line.group(1).equals(step))
                .mapToLong(line -> (long) Double.parseDouble(line.group(2)))
                .sum();
    }

    private static long served(List<String> metrics) {
        return metrics.stream()
                .flatMap(text -> SERVED.matcher(text).results())
                .mapToLong(line -> (long) Double.parseDouble(line.group(1)))
                .sum();
    }
}
