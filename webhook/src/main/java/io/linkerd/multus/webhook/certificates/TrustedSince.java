// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whom the {@code caBundle} named when it was last read, and since when this replica has seen each there without a gap. */
record TrustedSince(Map<X509, Instant> since) {

    static final TrustedSince NONE = new TrustedSince(Map.of());

    TrustedSince {
        since = Map.copyOf(since);
    }

    TrustedSince seen(TrustBundle bundle, Instant now) {
        return new TrustedSince(bundle.authorities().stream()
                .distinct()
                .collect(Collectors.toMap(Function.identity(), authority -> since.getOrDefault(authority, now))));
    }

    Set<X509> authorities() {
        return since.keySet();
    }

    Optional<Instant> of(X509 authority) {
        return Optional.ofNullable(since.get(authority));
    }
}
