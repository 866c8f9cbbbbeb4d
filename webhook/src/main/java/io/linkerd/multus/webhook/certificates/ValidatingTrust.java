// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.found;
import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.patched;
import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.written;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.linkerd.multus.contracts.names.LinkerdMultus;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;

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
                                .buildCall(null),
                        ObjectReader::configuration)
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        return written(
                "write the caBundle of " + name,
                () -> patched(
                        client,
                        step,
                        patch -> configurations
                                .patchValidatingWebhookConfiguration(name, patch)
                                .fieldManager(LinkerdMultus.WEBHOOK_FIELD_MANAGER)
                                .buildCall(null)));
    }
}
