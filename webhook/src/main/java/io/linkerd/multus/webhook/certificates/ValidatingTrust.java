// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.found;
import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.patch;
import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.version;
import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.written;

import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.kubernetes.client.openapi.models.V1ValidatingWebhook;
import io.kubernetes.client.openapi.models.V1ValidatingWebhookConfiguration;
import io.kubernetes.client.util.PatchUtils;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A ValidatingWebhookConfiguration, through the API server. */
final class ValidatingTrust implements TrustStore {
    private final String name;
    private final ApiClient client;
    private final AdmissionregistrationV1Api configurations;

    ValidatingTrust(String name, ApiClient client) {
        this.name = name;
        this.client = client;
        this.configurations = new AdmissionregistrationV1Api(client);
    }

    @Override
    public ConfigurationReading configuration() {
        return found(
                        "read the ValidatingWebhookConfiguration " + name,
                        () -> configurations
                                .readValidatingWebhookConfiguration(name)
                                .execute())
                .<ConfigurationReading>map(found -> new ConfigurationReading.Present(
                        version(found.getMetadata()),
                        Objects.requireNonNullElse(found.getWebhooks(), List.<V1ValidatingWebhook>of()).stream()
                                .collect(Collectors.toMap(
                                        V1ValidatingWebhook::getName,
                                        webhook -> KubernetesCertificateStore.trust(webhook.getClientConfig())))))
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        return written("write the caBundle of " + name, () -> {
            var patch = new V1Patch(JSON.serialize(patch(step)));
            return PatchUtils.patch(
                    V1ValidatingWebhookConfiguration.class,
                    () -> configurations
                            .patchValidatingWebhookConfiguration(name, patch)
                            .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                            .buildCall(null),
                    V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
                    client);
        });
    }
}
