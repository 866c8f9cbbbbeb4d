// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The next thing to do for the authority and its trust. */
sealed interface CertificateStep {

    /** Nothing to do before the given time, unless something changes. */
    record Rest(Instant until) implements CertificateStep {}

    /** One optimistic write, which any replica may make. Its version is that of the object which it is based on. */
    sealed interface Write extends CertificateStep {

        /** {@return why, in words for the log} */
        String reason();

        /** {@return the step's name in metrics and log} */
        default String name() {
            return switch (this) {
                case StartOver(var version, var _) -> version.isPresent() ? "repair" : "create";
                case Adopt _ -> "adopt";
                case Prepare _ -> "prepare";
                case Advance(var stage, var _, var _, var _) -> stage.name().toLowerCase(Locale.ROOT);
                case Trust _ -> "trust";
            };
        }

        /** {@return the object that is written} */
        default String object() {
            return switch (this) {
                case StartOver _, Adopt _, Prepare _, Advance _ -> "Secret";
                case Trust _ -> "caBundle";
            };
        }
    }

    /**
     * Writes the Secret with a new authority.
     *
     * @param version empty where there is no Secret yet
     */
    record StartOver(Optional<String> version, String reason) implements Write {}

    /**
     * Takes those over who are trusted besides a new authority, or instead of an older one that came back. Whom the {@code caBundle} names
     * is read once more for it: until this is written nobody takes anybody from there, so that is everybody whose leaves may still be
     * served, however long ago the Secret was found missing by whoever made it.
     */
    record Adopt(String version, Authorities before, Instant retireAt, String reason) implements Write {}

    /** Puts a new successor of the current authority into the Secret. */
    record Prepare(String version, Authorities before, String reason) implements Write {}

    /** Writes the Secret as the next stage of a rotation has it. */
    record Advance(Stage stage, String version, Authorities after, String reason) implements Write {}

    /** What becomes of authorities that are there. */
    enum Stage {
        /** The {@code caBundle} was read back with the successor. */
        CONFIRM,
        /** The successor signs from now on. */
        SIGN,
        /** Authorities whose last leaf has ended are dropped. */
        RETIRE
    }

    /** Writes the {@code caBundle} of the configuration's webhooks, and has the release's namespace own it or not. */
    record Trust(String version, Set<String> webhooks, TrustBundle bundle, NamespaceOwnership ownership, String reason)
            implements Write {
        public Trust {
            webhooks = Set.copyOf(webhooks);
        }

        /** {@return what there is to write into a configuration; nothing where it is as it should be, or not there} */
        static Optional<Trust> missing(ConfigurationReading configuration, Authorities authorities) {
            return configuration instanceof ConfigurationReading.Present(var version, var trust, var ownership)
                    ? trust.values().stream()
                            .flatMap(bundle -> authorities.whyNotTrusted(bundle).stream())
                            .findFirst()
                            .or(ownership::whyWrong)
                            .map(reason -> new Trust(version, trust.keySet(), authorities.trusted(), ownership, reason))
                    : Optional.empty();
        }
    }
}
