// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Since when this replica has seen each authority in the {@code caBundle}, without a gap. */
record TrustHistory(Map<Certified, Instant> since) {

    static final TrustHistory NONE = new TrustHistory(Map.of());

    TrustHistory {
        since = Map.copyOf(since);
    }

    TrustHistory seen(TrustBundle bundle, Instant now) {
        return new TrustHistory(bundle.authorities().stream()
                .distinct()
                .collect(Collectors.toMap(Function.identity(), authority -> since.getOrDefault(authority, now))));
    }

    Optional<Instant> of(Certified authority) {
        return Optional.ofNullable(since.get(authority));
    }
}
