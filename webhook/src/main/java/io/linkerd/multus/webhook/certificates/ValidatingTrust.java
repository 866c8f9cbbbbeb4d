// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.found;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.AdmissionregistrationV1Api;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;

/** A ValidatingWebhookConfiguration, through the API server. */
final class ValidatingTrust implements TrustStore {
    private final String name;
    private final AdmissionregistrationV1Api configurations;
    private final CaBundleWriter caBundle;

    ValidatingTrust(String name, ApiClient client, HomeNamespace home) {
        this.name = name;
        this.configurations = new AdmissionregistrationV1Api(client);
        this.caBundle = CaBundleWriter.of("validatingwebhookconfigurations", name, home, client);
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
        return caBundle.write(step);
    }
}
