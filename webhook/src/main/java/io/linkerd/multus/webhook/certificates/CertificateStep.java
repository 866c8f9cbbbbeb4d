// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The next thing to do for the authority and its trust: at most one write, which any replica may make. */
sealed interface CertificateStep {

    /** Makes the Secret, with a new authority. */
    record Create(List<Certified> trustedToday) implements CertificateStep {}

    /** Replaces a Secret that cannot serve, by one with a new authority. */
    record Repair(String version, List<Certified> trustedToday, String reason) implements CertificateStep {}

    /** Puts the successor of the current authority into the Secret. */
    record Prepare(String version, AuthorityRecord content) implements CertificateStep {}

    /** Writes the {@code caBundle} of the configuration's webhooks. */
    record Trust(String version, Set<String> webhooks, TrustBundle bundle) implements CertificateStep {}

    /** Notes in the Secret that the {@code caBundle} was read back with the successor. */
    record Confirm(String version, AuthorityRecord content, AuthorityRecord.Next next) implements CertificateStep {}

    /** Lets the successor sign from now on. */
    record Sign(String version, AuthorityRecord content, AuthorityRecord.Next next) implements CertificateStep {}

    /** Drops authorities whose last leaf has ended. */
    record Retire(String version, AuthorityRecord content) implements CertificateStep {}

    /** Nothing to do before the given time, unless something changes. */
    record Rest(Instant until) implements CertificateStep {}
}
