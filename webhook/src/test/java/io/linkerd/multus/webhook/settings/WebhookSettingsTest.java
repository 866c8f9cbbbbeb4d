// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.admission.pods.Severity;
import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import io.linkerd.multus.service.settings.InvalidSettings;
import io.linkerd.multus.webhook.StrangeAuthority;
import io.linkerd.multus.webhook.settings.CertificateSource.Maker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WebhookSettingsTest {
    private static final Map<String, String> LEAST = Map.of(
            "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
            "LINKERD_MULTUS_SERVICE", "linkerd-multus-webhook",
            "LINKERD_MULTUS_WEBHOOK_CONFIGURATION", "zz-linkerd-multus-webhook",
            "LINKERD_MULTUS_CA_SECRET", "linkerd-multus-webhook-ca");

    @Test
    void needsNoMoreThanItsOwnObjects() throws InvalidSettings {
        var settings = WebhookSettings.read(LEAST);

        assertThat(settings.httpsPort()).isEqualTo(8443);
        assertThat(settings.healthPort()).isEqualTo(8080);
        assertThat(settings.podRules().controlPlaneNamespace()).isEqualTo("linkerd");
        assertThat(settings.podRules().strategy()).isEqualTo(ProxyUidStrategy.HIGHEST);
        assertThat(settings.podRules().onImpossible()).isEqualTo(Severity.REFUSE);
        assertThat(settings.podRules().onUserNamespace()).isEqualTo(Severity.REFUSE);
        assertThat(settings.owner()).isEmpty();
        assertThat(settings.ownedByNamespace()).isTrue();
        assertThat(settings.furtherConfigurations()).isEmpty();
        assertThat(settings.serviceNames())
                .startsWith("linkerd-multus-webhook.linkerd-multus.svc")
                .contains("linkerd-multus-webhook.linkerd-multus.svc.cluster.local");
    }

    @Test
    void takesCertificatesFromWhereItIsTold() throws InvalidSettings {
        var environment = new HashMap<>(LEAST);
        environment.put("LINKERD_MULTUS_CERTIFICATE_SOURCE", "ServiceCa");
        environment.put("LINKERD_MULTUS_CERTIFICATE_DIRECTORY", "/certificate");

        assertThat(WebhookSettings.read(LEAST).certificates()).isEqualTo(CertificateSource.selfIssued());
        assertThat(WebhookSettings.read(environment).certificates())
                .isEqualTo(new CertificateSource(Maker.SERVICE_CA, Path.of("/certificate"), Optional.empty()));
    }

    /** The line of the start shows all settings. */
    @Test
    void showsNoBundle() {
        assertThat(new CertificateSource(Maker.SECRET, Path.of("/certificate"), Optional.of("-----BEGIN")))
                .hasToString("Secret in /certificate, trusted by a bundle of the release");
    }

    /** It counted as none was named, and the replica was ready by whom nobody trusts. */
    @Test
    void aBundleThatCannotBeReadIsAWrongSetting() {
        var environment = new HashMap<>(LEAST);
        environment.put(
                "LINKERD_MULTUS_CA_BUNDLE",
                new String(StrangeAuthority.pem(), StandardCharsets.US_ASCII)
                        + "-----BEGIN CERTIFICATE-----\nMIIBfjCC\n-----END CERTIFICATE-----\n");

        assertThatThrownBy(() -> WebhookSettings.read(environment))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("LINKERD_MULTUS_CA_BUNDLE must be certificates in PEM")
                .message()
                .doesNotContain("BEGIN", "MIIB");
    }

    @Test
    void furtherConfigurationsHaveCommasBetweenThem() throws InvalidSettings {
        var environment = new HashMap<>(LEAST);
        environment.put("LINKERD_MULTUS_VALIDATING_WEBHOOK_CONFIGURATIONS", "w-attachments, w-other");
        assertThat(WebhookSettings.read(environment).furtherConfigurations())
                .containsExactly("w-attachments", "w-other");
        environment.put("LINKERD_MULTUS_VALIDATING_WEBHOOK_CONFIGURATIONS", "");
        assertThat(WebhookSettings.read(environment).furtherConfigurations()).isEmpty();
    }

    @Test
    void tellsAllProblemsAtOnce() {
        assertThatThrownBy(() -> WebhookSettings.read(Map.of(
                        "LINKERD_MULTUS_SERVICE", "Not_A_Name",
                        "LINKERD_MULTUS_HTTPS_PORT", "70000",
                        "LINKERD_MULTUS_PROXY_UID_STRATEGY", "first",
                        "LINKERD_MULTUS_ON_IMPOSSIBLE", "Ignore",
                        "LINKERD_MULTUS_OWNED_BY_NAMESPACE", "no",
                        "LINKERD_MULTUS_LOG_LEVEL", "loud",
                        "LINKERD_MULTUS_CERTIFICATE_SOURCE", "vault",
                        "LINKERD_MULTUS_CERTIFICATE_DIRECTORY", "here",
                        "LINKERD_MULTUS_CA_SECRETS", "x")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContainingAll(
                        "LINKERD_MULTUS_NAMESPACE is required",
                        "LINKERD_MULTUS_SERVICE=Not_A_Name",
                        "LINKERD_MULTUS_HTTPS_PORT=70000",
                        "LINKERD_MULTUS_PROXY_UID_STRATEGY=first",
                        "whose traffic would then pass by the proxy",
                        "LINKERD_MULTUS_ON_IMPOSSIBLE=Ignore",
                        "must be Refuse or Warn",
                        "LINKERD_MULTUS_OWNED_BY_NAMESPACE=no must be true or false",
                        "LINKERD_MULTUS_LOG_LEVEL=loud",
                        "LINKERD_MULTUS_CERTIFICATE_SOURCE=vault must be one of SelfIssued, CertManager, ServiceCa, Secret",
                        "LINKERD_MULTUS_CERTIFICATE_DIRECTORY=here must be an absolute path",
                        "LINKERD_MULTUS_CA_SECRETS is not a setting; did you mean LINKERD_MULTUS_CA_SECRET?");
    }
}
