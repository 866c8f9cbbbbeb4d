// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.webhook.WebhookParts;
import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import jakarta.inject.Inject;
import java.security.KeyStore;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

@MicronautTest(contextBuilder = WebhookParts.class, startApplication = false)
class ServingCertificatesTest {
    @Inject
    private ServingCertificates serving;

    /** A server that was started before the certificates were looked for spoke plain HTTP on the port for HTTPS. */
    @Test
    void leavesNoServerWithoutAKeyStoreAndSoWithPlainHttp() {
        var handedOut = new ArrayList<KeyStore>();
        Flux.from(serving.getKeyStore()).subscribe(handedOut::add).dispose();

        assertThat(handedOut).hasSize(1);
    }
}
