// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.linkerd.multus.contracts.uids.ProxyUidStrategy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookSettingsTest {
    private static final Map<String, String> LEAST = Map.of(
            "LINKERD_MULTUS_NAMESPACE", "linkerd-multus",
            "LINKERD_MULTUS_SERVICE", "linkerd-multus-webhook",
            "LINKERD_MULTUS_WEBHOOK_CONFIGURATION", "zz-linkerd-multus-webhook",
            "LINKERD_MULTUS_CA_SECRET", "linkerd-multus-webhook-ca");

    @Test
    void needsNoMoreThanItsOwnObjects() {
        var settings = WebhookSettings.from(LEAST);

        assertThat(settings.httpsPort()).isEqualTo(8443);
        assertThat(settings.healthPort()).isEqualTo(8080);
        assertThat(settings.controlPlaneNamespace()).isEqualTo("linkerd");
        assertThat(settings.strategy()).isEqualTo(ProxyUidStrategy.HIGHEST);
        assertThat(settings.owner()).isEmpty();
        assertThat(settings.serviceNames())
                .startsWith("linkerd-multus-webhook.linkerd-multus.svc")
                .contains("linkerd-multus-webhook.linkerd-multus.svc.cluster.local");
    }

    @Test
    void tellsAllProblemsAtOnce() {
        assertThatThrownBy(() -> WebhookSettings.from(Map.of(
                        "LINKERD_MULTUS_SERVICE", "Not_A_Name",
                        "LINKERD_MULTUS_HTTPS_PORT", "70000",
                        "LINKERD_MULTUS_PROXY_UID_STRATEGY", "first",
                        "LINKERD_MULTUS_LOG_LEVEL", "loud",
                        "LINKERD_MULTUS_CA_SECRETS", "x")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContainingAll(
                        "LINKERD_MULTUS_NAMESPACE is not set",
                        "LINKERD_MULTUS_SERVICE=Not_A_Name",
                        "LINKERD_MULTUS_HTTPS_PORT=70000",
                        "LINKERD_MULTUS_PROXY_UID_STRATEGY=first",
                        "LINKERD_MULTUS_LOG_LEVEL=loud",
                        "LINKERD_MULTUS_CA_SECRETS is unknown, the nearest setting is LINKERD_MULTUS_CA_SECRET");
    }

    @Test
    void startsBesideTheServiceLinksOfItsOwnService() {
        Map<String, String> environment = new HashMap<>(LEAST);
        environment.put("LINKERD_MULTUS_WEBHOOK_SERVICE_HOST", "198.19.0.7");
        environment.put("LINKERD_MULTUS_WEBHOOK_SERVICE_PORT", "443");
        environment.put("LINKERD_MULTUS_WEBHOOK_SERVICE_PORT_HTTPS", "443");
        environment.put("LINKERD_MULTUS_WEBHOOK_PORT", "tcp://198.19.0.7:443");
        environment.put("LINKERD_MULTUS_WEBHOOK_PORT_443_TCP", "tcp://198.19.0.7:443");
        environment.put("LINKERD_MULTUS_WEBHOOK_PORT_443_TCP_ADDR", "198.19.0.7");

        assertThat(WebhookSettings.from(environment).namespace()).isEqualTo("linkerd-multus");
    }

    @Test
    void refusesWhatOnlyLooksLikeAServiceLink() {
        Map<String, String> environment = new HashMap<>(LEAST);
        environment.put("LINKERD_MULTUS_HTTP_PORT", "8443");

        assertThatThrownBy(() -> WebhookSettings.from(environment)).hasMessageContaining("LINKERD_MULTUS_HTTPS_PORT");
    }
}
