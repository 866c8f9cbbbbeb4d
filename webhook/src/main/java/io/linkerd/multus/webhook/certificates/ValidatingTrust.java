// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.found;
import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.written;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;

/** A ValidatingWebhookConfiguration, through the API server. */
final class ValidatingTrust implements TrustStore {
    private final String name;
    private final AdmissionregistrationV1Api configurations;
    private final ObjectWriter writer;
    private final HomeNamespace home;

    ValidatingTrust(String name, ApiClient client, HomeNamespace home) {
        this.name = name;
        this.home = home;
        this.configurations = new AdmissionregistrationV1Api(client);
        this.writer = new ObjectWriter(client, ObjectWriter.CONFIGURATIONS + "validatingwebhookconfigurations");
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
        var owner = home.owner();
        return written("write the caBundle of " + name, () -> writer.trust(name, step, owner));
    }
}
