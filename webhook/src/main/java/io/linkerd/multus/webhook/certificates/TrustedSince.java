// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whom the {@code caBundle} named when it was last read, and since when this replica has seen each there without a gap: by a clock that
 * nobody sets, so that a step of the date gives API servers no less time to learn.
 *
 * @param since nanoseconds
 * @param looked when it was last read, in nanoseconds
 */
record TrustedSince(Map<X509, Long> since, long looked) {

    static final TrustedSince NONE = new TrustedSince(Map.of(), 0);

    TrustedSince {
        since = Map.copyOf(since);
    }

    TrustedSince seen(TrustBundle bundle, long nanos) {
        return new TrustedSince(
                bundle.authorities().stream()
                        .distinct()
                        .collect(Collectors.toMap(
                                Function.identity(), authority -> since.getOrDefault(authority, nanos))),
                nanos);
    }

    Set<X509> authorities() {
        return since.keySet();
    }

    /** {@return for how long it had been there when the {@code caBundle} was last read; empty where it was not} */
    Optional<Duration> lasting(X509 authority) {
        return Optional.ofNullable(since.get(authority)).map(begin -> Duration.ofNanos(looked - begin));
    }
}
