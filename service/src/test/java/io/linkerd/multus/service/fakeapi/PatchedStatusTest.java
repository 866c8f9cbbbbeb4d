// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.service.fakeapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatchedStatusTest {
    private static final String POD = "/api/v1/namespaces/shop/pods/cart";

    private final FakeApiServer server = FakeApiServer.plain();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.shutdownNow();
        server.close();
    }

    private int patch(String json) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.url() + POD + "/status"))
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", HttpRequest.BodyPublishers.ofString(json))
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    @Test
    void metadataIsPatchedThereAndWhatIsWantedIsNot() throws Exception {
        server.put(POD, "{spec: {nodeName: 'a'}}");

        assertThat(patch("{\"metadata\":{\"annotations\":{\"b\":\"c\"}},\"spec\":{\"nodeName\":\"d\"}}"))
                .isEqualTo(200);

        var pod = server.get(POD).orElseThrow();
        assertThat(pod.at("/metadata/annotations/b").asText()).isEqualTo("c");
        assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("a");
    }

    @Test
    void anotherObjectOfThatNameIsNotPatched() throws Exception {
        server.put(POD, "{}");

        assertThat(patch("{\"metadata\":{\"uid\":\"another\"}}")).isEqualTo(422);
    }

    @Test
    void whatIsNotThereIsNotPatched() throws Exception {
        assertThat(patch("{}")).isEqualTo(404);
    }
}
