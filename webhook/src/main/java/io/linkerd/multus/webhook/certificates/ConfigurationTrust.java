// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import io.linkerd.multus.service.kube.ApiPath;
import io.linkerd.multus.service.kube.ApiResponse;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A configuration that has us called, through the API server.
 *
 * @param kind for a person
 * @param path of the object
 * @param home the namespace that we are in
 */
record ConfigurationTrust(String kind, String name, String path, HomeNamespace home, StoreApi api)
        implements TrustStore {
    private static final String GROUP = "admissionregistration.k8s.io";

    /** The path of all that have objects changed. */
    static final String MUTATING = ApiPath.group(GROUP, "v1", "mutatingwebhookconfigurations");

    /** The path of all that have objects judged. */
    static final String VALIDATING = ApiPath.group(GROUP, "v1", "validatingwebhookconfigurations");

    static ConfigurationTrust mutating(String name, HomeNamespace home, StoreApi api) {
        return new ConfigurationTrust("MutatingWebhookConfiguration", name, ApiPath.of(MUTATING, name), home, api);
    }

    static ConfigurationTrust validating(String name, HomeNamespace home, StoreApi api) {
        return new ConfigurationTrust("ValidatingWebhookConfiguration", name, ApiPath.of(VALIDATING, name), home, api);
    }

    @Override
    public ConfigurationReading configuration() {
        return read(_ -> {});
    }

    /** Reads it; {@code answered} sees the answer first. */
    ConfigurationReading read(Consumer<ApiResponse> answered) {
        return api.found("the " + kind + " " + name, path, answer -> {
                    answered.accept(answer);
                    return ObjectReader.configuration(answer, home);
                })
                .orElseGet(ConfigurationReading.Absent::new);
    }

    @Override
    public WriteResult trust(CertificateStep.Trust step) {
        var owner = step.ownership().wanted() ? api.home(home.name()) : Optional.<ObjectOwner>empty();
        return api.written("write the caBundle of " + name, CertificateWrites.trust(path, step, owner));
    }
}
