// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import io.linkerd.multus.localcluster.pki.MutualTls;
import io.linkerd.multus.service.fakeapi.ApiConversation;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The fake API server is tested against what a real one answered ({@code answers.txt}); does it still answer that? */
class FakeApiServerIT {
    private static final String DEFINITION = "/cluster/network-attachment-definitions.crd.yaml";

    @Test
    void isTestedAgainstWhatARealOneAnswers() throws Exception {
        var answers = real();
        Files.write(Path.of("target", "answers.txt"), answers);

        assertThat(ApiConversation.recorded())
                .as("to be replaced by target/answers.txt after a change of conversation.txt or of Kubernetes")
                .containsExactlyElementsOf(answers);
    }

    private static List<String> real() throws IOException, InterruptedException {
        try (var server = new LoneApiServer(LocalClusterExtension.kubernetes())) {
            var identity = server.authority().issueClient("conversation", "system:masters");
            define(server);
            try (var http = HttpClient.newBuilder()
                    .sslContext(MutualTls.of(server.authority().certificate(), identity))
                    .build()) {
                return ApiConversation.hold(server.uri(), http);
            }
        }
    }

    private static void define(LoneApiServer server) throws IOException {
        try (var definition = Objects.requireNonNull(LoneApiServer.class.getResourceAsStream(DEFINITION))) {
            server.admin()
                    .apply(
                            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"
                                    + "network-attachment-definitions.k8s.cni.cncf.io",
                            new String(definition.readAllBytes(), StandardCharsets.UTF_8))
                    .orThrow();
        }
        server.admin().awaitServed("/apis/k8s.cni.cncf.io/v1/network-attachment-definitions");
    }
}
