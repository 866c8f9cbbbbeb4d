// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a MutatingWebhookConfiguration of the release.
 *
 * @param configuration its configuration's name
 * @param name its own
 * @param trusted whether it has a {@code caBundle}
 * @param expires when the last certificate of its {@code caBundle} does; empty where it has none that can be read
 * @param failurePolicy what becomes of pods while nothing answers
 * @param distrusts Secret of the webhook whose certificate its {@code caBundle} does not verify; empty where it does, or that is not
 *     known
 */
public record WebhookView(
        String configuration,
        String name,
        boolean trusted,
        Optional<Instant> expires,
        String failurePolicy,
        Optional<String> distrusts) {}
