// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static io.linkerd.multus.webhook.certificates.KubernetesCertificateStore.written;

import io.kubernetes.client.openapi.ApiClient;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;

/**
 * Writes whom API servers trust into a configuration that has us called, and our namespace as its owner.
 *
 * @param configuration its name
 */
record CaBundleWriter(String configuration, ObjectWriter objects, HomeNamespace home) {
    /**
     * Writes nothing yet.
     *
     * @param plural of the configuration's kind
     */
    static CaBundleWriter of(String plural, String configuration, HomeNamespace home, ApiClient client) {
        return new CaBundleWriter(configuration, new ObjectWriter(client, ObjectWriter.CONFIGURATIONS + plural), home);
    }

    WriteResult write(CertificateStep.Trust step) {
        var owner = home.owner();
        return written("write the caBundle of " + configuration, () -> objects.trust(configuration, step, owner));
    }
}
