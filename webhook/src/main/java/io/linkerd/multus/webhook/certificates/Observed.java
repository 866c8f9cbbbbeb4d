// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The part of the cluster that certificates depend on: the configuration as it was read first, and then the Secret.
 *
 * @param time what time it is by the clock of the API server that answered last; empty where it does not say
 */
record Observed(SecretReading secret, ConfigurationReading configuration, Optional<Instant> time) {

    Observed(SecretReading secret, ConfigurationReading configuration) {
        this(secret, configuration, Optional.empty());
    }

    /** What was found where the authority's Secret should be. */
    sealed interface SecretReading {
        /** There is none. */
        record Absent() implements SecretReading {}

        /** One that says what it should. */
        record Present(String version, Authorities content) implements SecretReading {}

        /** One that does not. */
        record Broken(String version, String reason) implements SecretReading {}
    }

    /** What was found where the webhook configuration should be. */
    sealed interface ConfigurationReading {
        /** There is none; the API server calls nobody. */
        record Absent() implements ConfigurationReading {}

        /** One, with the trust of each of its webhooks by name. */
        record Present(String version, Map<String, TrustBundle> trust, NamespaceOwnership ownership)
                implements ConfigurationReading {
            public Present {
                trust = Map.copyOf(trust);
            }

            Present(String version, Map<String, TrustBundle> trust) {
                this(version, trust, NamespaceOwnership.NONE);
            }
        }

        /**
         * {@return the authorities that all of its webhooks trust, but for the one that API servers go on without} Its {@code caBundle} is kept
         * like the others', and where it is not, no pod is refused for it: it makes no replica unready.
         */
        default TrustBundle trustedByAll() {
            return switch (this) {
                case Absent _ -> TrustBundle.EMPTY;
                case Present(var _, var trust, var _) ->
                    TrustBundle.common(trust.entrySet().stream()
                            .filter(webhook -> !webhook.getKey().equals(LinkerdMultus.REACH_WEBHOOK))
                            .map(Map.Entry::getValue)
                            .toList());
            };
        }
    }

    /** {@return the authorities that every webhook of the configuration trusts} */
    TrustBundle trustedByAll() {
        return configuration.trustedByAll();
    }
}
