// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.certificates.CertificatePolicy;
import org.junit.jupiter.api.Test;

/** That the parts find each other at all, without a cluster; what they then do is for the integration tests. */
class WebhookStartTest {

    /** It is ready only when it has answered a review of its own, over TLS, through every part that a real one passes. */
    @Test
    void becomesReadyFromNothing() throws Exception {
        try (var fixture = new WebhookFixture(CertificatePolicy.STANDARD).ready()) {
            assertThat(fixture.get("/livez").statusCode()).isEqualTo(200);
            assertThat(fixture.get("/metrics").body())
                    .contains("linkerd_multus_webhook_admissions_seconds_count{outcome=\"unchanged\"} 1");
        }
    }
}
