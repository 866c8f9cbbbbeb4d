// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.linkerd.multus.service.fakeapi.Failure;
import io.linkerd.multus.service.fakeapi.FakeApiServer;
import io.linkerd.multus.webhook.certificates.CertificateStore.WriteResult;
import io.linkerd.multus.webhook.certificates.Observed.ConfigurationReading;
import io.linkerd.multus.webhook.certificates.Observed.SecretReading;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KubernetesCertificateStoreTest {
    private static final String SECRET = "/api/v1/namespaces/linkerd-multus/secrets/w-ca";

    private static final HomeNamespace HOME = HomeNamespace.of(FirstStartRaceTest.SETTINGS);

    private final FakeApiServer api = FakeApiServer.plain();
    private final StoreApi client = StoreApis.of(api);
    private final KubernetesCertificateStore store =
            new KubernetesCertificateStore(FirstStartRaceTest.SETTINGS, client);
    private final CertificateIssuer issuer = new CertificateIssuer(CertificatePolicy.STANDARD, List.of("w"));

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
        api.put(SECRET, "{immutable: true, type: 'kubernetes.io/tls'}");
        api.fail("PUT /api/v1/namespaces/linkerd-multus/secrets", Failure.status(422));

        assertThatThrownBy(() -> store.write(Optional.of("1"), Authorities.startOver(authority)))
                .isInstanceOf(CertificateStore.StoreUnavailable.class)
                .hasMessageContaining("422")
                .hasMessageContaining("delete the Secret w-ca if that goes on: it is made anew");
    }

    /** After an upgrade of the cluster every replica that was restarted stayed unready, and none renewed anything. */
    @Test
    void aFieldOfALaterKubernetesStopsNoCertificate() {
        var later = "somethingNew: {of: [1, 2]}";
        var webhooks = "{%1$s, metadata: {%1$s}, webhooks: [{%1$s, name: 'a', clientConfig: {%1$s, service: {%1$s}}}]}"
                .formatted(later);
        api.put("/api/v1/namespaces/linkerd-multus", "{}");
        api.put("/apis/rbac.authorization.k8s.io/v1/clusterroles/w-owner", "{%1$s, metadata: {%1$s}}".formatted(later));
        api.put("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-w", webhooks);
        api.put("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v", webhooks);
        var owned = new KubernetesCertificateStore(FirstStartRaceTest.settings(Optional.of("w-owner")), client);
        var content = Authorities.startOver(issuer.authority(Instant.now()));

        assertThat(owned.write(Optional.empty(), content)).isEqualTo(WriteResult.WRITTEN);
        api.edit(SECRET, "{%1$s, metadata: {%1$s}}".formatted(later));
        assertThat(owned.secret()).isInstanceOfSatisfying(SecretReading.Present.class, secret -> {
            assertThat(secret.content()).isEqualTo(content);
            assertThat(owned.write(Optional.of(secret.version()), content)).isEqualTo(WriteResult.WRITTEN);
        });
        assertThat(api.get(SECRET)
                        .orElseThrow()
                        .at("/metadata/ownerReferences/0/uid")
                        .asText())
                .isEqualTo(api.get("/apis/rbac.authorization.k8s.io/v1/clusterroles/w-owner")
                        .orElseThrow()
                        .at("/metadata/uid")
                        .asText())
                .isNotEmpty();
        for (var store : List.<TrustStore>of(owned, ConfigurationTrust.validating("v", HOME, client))) {
            var empty = (ConfigurationReading.Present) store.configuration();
            assertThat(empty.trust()).isEqualTo(Map.of("a", TrustBundle.EMPTY));
            assertThat(store.trust(CertificateStep.Trust.missing(empty, content).orElseThrow()))
                    .isEqualTo(WriteResult.WRITTEN);
            assertThat(store.configuration().trustedByAll()).isEqualTo(content.trusted());
        }
    }

    /** Else whoever deletes the namespace leaves a configuration behind that nobody answers for. */
    @Test
    void theConfigurationsGoWithTheNamespaceOfWhoAnswers() {
        var webhooks = "{webhooks: [{name: 'a', clientConfig: {}}]}";
        var mutating = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/zz-w";
        var validating = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v";
        var namespace = api.put("/api/v1/namespaces/linkerd-multus", "{}").at("/metadata/uid");
        api.put(mutating, webhooks);
        api.put(validating, webhooks);
        var content = Authorities.startOver(issuer.authority(Instant.now()));

        for (var trust : List.<TrustStore>of(store, ConfigurationTrust.validating("v", HOME, client))) {
            trust.trust(CertificateStep.Trust.missing(trust.configuration(), content)
                    .orElseThrow());
        }

        for (var path : List.of(mutating, validating)) {
            var owners = api.get(path).orElseThrow().at("/metadata/ownerReferences");
            assertThat(owners).hasSize(1);
            assertThat(owners.at("/0/kind").asText()).isEqualTo("Namespace");
            assertThat(owners.at("/0/uid")).isEqualTo(namespace);
        }
    }

    /** One that cannot be read is left alone for ever; one that is broken is made anew. */
    @Test
    void aSecretOfMoreThanAnybodyWritesIsBrokenAndNotUnread() {
        var huge = Base64.getEncoder().encodeToString(new byte[1_000_000]);
        api.put(SECRET, "{data: {'ca.crt': '%s', 'ca.key': ''}}".formatted(huge));

        assertThat(store.secret()).isInstanceOf(SecretReading.Broken.class);
    }
}
