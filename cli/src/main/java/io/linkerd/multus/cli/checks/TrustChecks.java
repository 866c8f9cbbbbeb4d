// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.WebhookView;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What API servers have to know of the webhook's certificate. */
final class TrustChecks {
    private static final String TRUSTED = "the API server trusts its webhook";

    /** The webhook renews its certificates long before. */
    private static final Duration SOON = Duration.ofDays(3);

    /** What API servers tell of a certificate that no authority of the caBundle has signed. */
    private static final Pattern UNKNOWN_AUTHORITY = Pattern.compile(
            "failed calling webhook \"([^\"]*multus\\.linkerd\\.io)\".*x509: certificate signed by unknown authority",
            Pattern.DOTALL);

    private TrustChecks() {}

    static Check trusted(Picture seen) {
        var hint = "webhook-not-trusted";
        return Answers.of(TRUSTED, hint, seen.webhooks(), List.of(), entries -> {
            if (seen.known().part("webhook").isPresent() && entries.isEmpty()) {
                return Check.wrong(
                        TRUSTED,
                        "there is no MutatingWebhookConfiguration of it, so that no pod is attached\nhelm upgrade makes it anew.",
                        hint);
            }
            var untrusted = entries.stream()
                    .filter(entry -> !entry.trusted())
                    .map(WebhookView::name)
                    .toList();
            return untrusted.isEmpty()
                    ? current(seen, entries)
                    : Answers.noneOf(
                            TRUSTED,
                            hint,
                            untrusted,
                            "without caBundle",
                            "The webhook writes it once it is ready: see its log for what the API server refuses.");
        });
    }

    private static Check current(Picture seen, List<WebhookView> entries) {
        var hint = "webhook-not-trusted";
        var stale = stale(seen, entries);
        if (!stale.isEmpty()) {
            return Answers.noneOf(
                    TRUSTED,
                    hint,
                    stale,
                    "the caBundle is of another authority than the certificate that the webhook serves",
                    "Another writer put an earlier one there, such as a GitOps tool or a backup: keep it from the field (docs/gitops.md)."
                            + " The webhook, or what webhook.certificates.source names, writes its own again; its log says what keeps it.");
        }
        var ending = entries.stream()
                .filter(entry -> entry.expires()
                        .filter(moment -> moment.isBefore(seen.now().plus(SOON)))
                        .isPresent())
                .map(entry -> entry.name() + " (" + entry.expires().orElseThrow() + ")")
                .toList();
        return Answers.noneOf(TRUSTED, hint, ending, "the certificate authority ends", "See the webhook's log.");
    }

    /** By the webhook's Secret, where this user may read it; else by what API servers said of pods that they refused. */
    private static List<String> stale(Picture seen, List<WebhookView> entries) {
        var bySecret = entries.stream()
                .flatMap(entry -> entry.distrusts().stream()
                        .map(secret -> entry.name() + " of " + entry.configuration() + " (Secret " + secret + ")"))
                .toList();
        return bySecret.isEmpty() ? told(seen).toList() : bySecret;
    }

    /** A condition of a Deployment has the words of its first refusal, which may long have been put right. */
    private static List<EventView> lately(Picture seen) {
        return seen.refusals().seen().orElse(List.of()).stream()
                .filter(event -> event.isRecent(seen.now()))
                .toList();
    }

    private static Stream<String> told(Picture seen) {
        var names = new TreeSet<String>();
        for (var event : lately(seen)) {
            var words = UNKNOWN_AUTHORITY.matcher(event.message());
            if (words.find()) {
                names.add(words.group(1) + " (x509: certificate signed by unknown authority, of " + event.namespace()
                        + "/" + event.name() + ")");
            }
        }
        return names.stream();
    }
}
