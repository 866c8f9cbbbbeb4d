// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import io.linkerd.multus.service.clocks.Clocks;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import io.linkerd.multus.webhook.settings.CertificateSource;
import io.micronaut.context.DefaultApplicationContextBuilder;
import java.util.Map;

/** The webhook's parts as the application puts them together, on a free port of loopback, before an API server. */
public final class WebhookParts extends DefaultApplicationContextBuilder {
    /** One for all tests: what they find out is how parts find each other. */
    static final FakeApiServer API = FakeApiServer.plain();

    /** For Micronaut's test extension, which makes one for each class. */
    public WebhookParts() {
        WebhookFixture.prepare(API);
        System.setProperty(
                "kubernetes.client.kube-config-path",
                WebhookFixture.kubeconfig(API).toString());
        var settings = WebhookFixture.settings(CertificateSource.selfIssued(), 0, 0);
        WebhookApplication.parts(this, settings, CertificatePolicy.STANDARD, Clocks.ofTheSystem())
                .properties(Map.of("micronaut.server.netty.listeners.https.host", "127.0.0.1"));
    }
}
