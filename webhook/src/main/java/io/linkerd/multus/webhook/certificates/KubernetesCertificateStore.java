// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import io.linkerd.multus.webhook.settings.WebhookSettings;
import java.time.Instant;
import java.util.Optional;

/** Keeps certificates in a Secret and their trust in the MutatingWebhookConfiguration, through the API server. */
final class KubernetesCertificateStore implements CertificateStore {
    private final WebhookSettings settings;
    private final StoreApi api;
    private final ConfigurationTrust configuration;
    private final ServerClock serverClock = new ServerClock();

    KubernetesCertificateStore(WebhookSettings settings, StoreApi api) {
        this.settings = settings;
        this.api = api;
        this.configuration =
                ConfigurationTrust.mutating(settings.webhookConfiguration(), HomeNamespace.of(settings), api);
    }

    @Override
    public SecretReading secret() {
        var path = ApiPath.core("namespaces", settings.namespace(), "secrets", settings.caSecret());
        return api.found("the Secret " + settings.caSecret(), path, answer -> {
                    serverClock.read(answer);
                    return ObjectReader.secret(answer);
                })
                .orElseGet(SecretReading.Absent::new);
    }

    @Override
    public ConfigurationReading configuration() {
        serverClock.forget();
        return configuration.read(serverClock::read);
    }

    @Override
    public Optional<Instant> time() {
        return serverClock.time();
    }

    @Override
    public WriteResult write(Optional<String> version, Authorities content) {
        var name = settings.caSecret();
        var metadata = SecretMetadata.make(settings, api);
        return version.isEmpty()
                ? api.written("create the Secret " + name, CertificateWrites.create(metadata, content))
                : api.written(
                        "write the Secret " + name,
                        // Of another type, or immutable: no write can change that.
                        "delete the Secret " + name + " if that goes on: it is made anew",
                        CertificateWrites.replace(metadata, version, content));
    }

    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        return configuration.trust(step);
    }
}
