// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TlsIT {
    private static final byte[] REVIEW = WebhookFixture.review("shop", "{\"name\":\"web\"}");
    private static final String WARNING = "BoringSSL cannot be loaded";

    @Test
    void doesWithoutMachineCodeWhereThereIsNoneAndSaysSoOnce() throws Exception {
        try (var webhook = new ForkedWebhook("-Dio.netty.handler.ssl.noOpenSsl=true").ready();
                var client = webhook.connect("127.0.0.1")) {
            assertThat(client.post(REVIEW).body()).contains("\"patch\"");
            assertThat(webhook.said())
                    .filteredOn(line -> line.contains(WARNING))
                    .hasSize(1);
        }
    }

    @Test
    void usesMachineCodeWhereItIsThere() throws Exception {
        try (var webhook = new ForkedWebhook().ready();
                var client = webhook.connect("127.0.0.1")) {
            assertThat(client.post(REVIEW).body()).contains("\"patch\"");
            assertThat(webhook.said()).isNotEmpty().noneMatch(line -> line.contains(WARNING));
        }
    }
}
