// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WebhookView;
import io.linkerd.multus.contracts.certificates.PemBundle;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at what the API server was told of our webhook. */
public record WebhookLooks(Cluster cluster) {
    private static final Map<String, String> OURS = Map.of(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME);

    /** {@return the entries for pods, and by which it is seen whether the webhook is reached} */
    public Sight<List<WebhookView>> entries() {
        return cluster.list(
                "list mutatingwebhookconfigurations",
                options -> cluster.client()
                        .admissionRegistration()
                        .v1()
                        .mutatingWebhookConfigurations()
                        .list(Looks.selected(options, OURS)),
                WebhookLooks::views);
    }

    private static Stream<WebhookView> views(MutatingWebhookConfiguration configuration) {
        return configuration.getWebhooks().stream()
                .map(entry -> view(configuration.getMetadata().getName(), entry));
    }

    private static WebhookView view(String configuration, MutatingWebhook entry) {
        var bundle = Optional.ofNullable(entry.getClientConfig().getCaBundle()).filter(text -> !text.isEmpty());
        return new WebhookView(
                configuration,
                entry.getName(),
                bundle.isPresent(),
                bundle.flatMap(WebhookLooks::expires),
                Objects.requireNonNullElse(entry.getFailurePolicy(), "Fail"));
    }

    private static Optional<Instant> expires(String base64) {
        try {
            var text = new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
            return PemBundle.read(text).certificates().stream()
                    .flatMap(block -> block.certificate().stream())
                    .map(X509Certificate::getNotAfter)
                    .map(moment -> moment.toInstant())
                    .max(Comparator.naturalOrder());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
