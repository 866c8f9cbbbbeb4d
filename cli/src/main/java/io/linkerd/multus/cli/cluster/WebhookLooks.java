// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.cluster;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.cli.facts.WebhookView;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at what the API server was told of our webhook. */
public record WebhookLooks(Cluster cluster) {
    private static final Map<String, String> OURS = Map.of(LinkerdMultus.PART_OF_LABEL, LinkerdMultus.NAME);

    /**
     * {@return the entries for pods, and by which it is seen whether the webhook is reached}
     *
     * @param secret whose public part an entry's {@code caBundle} is held against, as far as this user may read it; empty for none
     */
    public Sight<List<WebhookView>> entries(Optional<WorkloadView> secret) {
        var served = secret.flatMap(webhook -> ServedCertificate.of(cluster, webhook));
        return cluster.list(
                "list mutatingwebhookconfigurations",
                options -> cluster.client()
                        .admissionRegistration()
                        .v1()
                        .mutatingWebhookConfigurations()
                        .list(Looks.selected(options, OURS)),
                configuration -> views(configuration, served));
    }

    private static Stream<WebhookView> views(
            MutatingWebhookConfiguration configuration, Optional<ServedCertificate> served) {
        return configuration.getWebhooks().stream()
                .map(entry -> view(configuration.getMetadata().getName(), entry, served));
    }

    private static WebhookView view(String configuration, MutatingWebhook entry, Optional<ServedCertificate> served) {
        var bundle = Optional.ofNullable(entry.getClientConfig().getCaBundle()).filter(text -> !text.isEmpty());
        return new WebhookView(
                configuration,
                entry.getName(),
                bundle.isPresent(),
                bundle.flatMap(WebhookLooks::expires),
                Objects.requireNonNullElse(entry.getFailurePolicy(), "Fail"),
                bundle.flatMap(base64 -> served.filter(one -> isCalled(one, entry))
                        .filter(one -> !one.isVerifiedBy(ServedCertificate.certificates(base64)))
                        .map(ServedCertificate::secret)));
    }

    private static boolean isCalled(ServedCertificate served, MutatingWebhook entry) {
        var service = entry.getClientConfig().getService();
        return service != null && served.namespace().equals(service.getNamespace());
    }

    private static Optional<Instant> expires(String base64) {
        return ServedCertificate.certificates(base64).stream()
                .map(X509Certificate::getNotAfter)
                .map(moment -> moment.toInstant())
                .max(Comparator.naturalOrder());
    }
}
