// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ApiConversationTest {
    @Test
    void theFakeAnswersAsARealOneDid() throws Exception {
        try (var server = FakeApiServer.plain();
                var http = HttpClient.newHttpClient()) {
            server.define("k8s.cni.cncf.io/v1", "network-attachment-definitions", "NetworkAttachmentDefinition", true);
            server.watches().endAfter(Duration.ofMillis(20));

            assertThat(ApiConversation.hold(URI.create(server.url()), http))
                    .containsExactlyElementsOf(ApiConversation.recorded());
        }
    }
}
