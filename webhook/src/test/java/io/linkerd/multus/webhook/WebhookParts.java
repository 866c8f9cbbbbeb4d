// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.service.fakeapi.FreePort;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.micronaut.context.DefaultApplicationContextBuilder;

/** The webhook's parts as the application puts them together, before an API server that has nothing. */
public final class WebhookParts extends DefaultApplicationContextBuilder {
    /** One for all tests: what they find out is how parts find each other. */
    private static final FakeApiServer API = FakeApiServer.plain();

    /** For Micronaut's test extension, which makes one for each class. */
    public WebhookParts() {
        System.setProperty(
                "kubernetes.client.kube-config-path",
                WebhookFixture.kubeconfig(API).toString());
        var settings = WebhookFixture.settings(CertificateSource.selfIssued(), FreePort.find(), FreePort.find());
        WebhookApplication.parts(this, settings, CertificatePolicy.STANDARD, Clocks.ofTheSystem());
    }
}
