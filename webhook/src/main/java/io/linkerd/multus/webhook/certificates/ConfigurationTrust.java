// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import java.util.function.Consumer;

/**
 * A configuration that has us called, through the API server.
 *
 * @param kind for a person
 * @param path of the object
 * @param namespace the one that we are in, which is to own it
 */
record ConfigurationTrust(String kind, String name, String path, String namespace, StoreApi api) implements TrustStore {
    private static final String GROUP = "admissionregistration.k8s.io";

    /** The path of all that have objects changed. */
    static final String MUTATING = ApiPath.group(GROUP, "v1", "mutatingwebhookconfigurations");

    /** The path of all that have objects judged. */
    static final String VALIDATING = ApiPath.group(GROUP, "v1", "validatingwebhookconfigurations");

    static ConfigurationTrust mutating(String name, String namespace, StoreApi api) {
        return new ConfigurationTrust("MutatingWebhookConfiguration", name, ApiPath.of(MUTATING, name), namespace, api);
    }

    static ConfigurationTrust validating(String name, String namespace, StoreApi api) {
        return new ConfigurationTrust(
                "ValidatingWebhookConfiguration", name, ApiPath.of(VALIDATING, name), namespace, api);
    }

    @Override
    public ConfigurationReading configuration() {
        return read(_ -> {});
    }

    /** Reads it; {@code answered} sees the answer first. */
    ConfigurationReading read(Consumer<ApiResponse> answered) {
        return api.found("the " + kind + " " + name, path, answer -> {
                    answered.accept(answer);
                    return ObjectReader.configuration(answer);
                })
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        var owner = api.home(namespace);
        return api.written("write the caBundle of " + name, CertificateWrites.trust(path, step, owner));
    }
}
