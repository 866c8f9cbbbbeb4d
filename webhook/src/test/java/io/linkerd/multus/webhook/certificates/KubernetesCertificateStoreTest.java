// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kubernetes.client.openapi.ApiClient;
import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubernetesCertificateStoreTest {
    private final FakeApiServer api = FakeApiServer.plain();
    private final KubernetesCertificateStore store =
            new KubernetesCertificateStore(FirstStartRaceTest.SETTINGS, new ApiClient().setBasePath(api.url()));

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void readsTheTimeOfTheApiServersAnswer() {
        assertThat(store.time()).isEmpty();
        api.put("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-w", "{}");

        assertThat(store.observe().time().orElseThrow()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));

        api.remove("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-w");
        assertThat(store.observe().time()).as("of an answer from before").isEmpty();
    }

    /** It was refused for ever, and nothing said what to do. */
    @Test
    void saysWhatToDoAboutASecretThatNoWriteCanChange() {
        var authority = new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w")).authority(Instant.now());
        api.put("/api/v1/namespaces/linkerd-multus/secrets/w-ca", "{immutable: true, type: 'kubernetes.io/tls'}");
        api.fail("PUT /api/v1/namespaces/linkerd-multus/secrets", Failure.status(422));

        assertThatThrownBy(() -> store.write(Optional.of("1"), Authorities.startOver(authority)))
                .isInstanceOf(CertificateStore.StoreUnavailable.class)
                .hasMessageContaining("422")
                .hasMessageContaining("delete the Secret w-ca if that goes on: it is made anew");
    }
}
