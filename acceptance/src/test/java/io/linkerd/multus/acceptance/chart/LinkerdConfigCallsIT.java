// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import io.linkerd.multus.localcluster.apiserver.LoneApiServer;
import io.linkerd.multus.localcluster.junit.LocalClusterExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** For which requests about LinkerdConfigs a real API server calls the webhook, by the configuration that the chart makes. */
class LinkerdConfigCallsIT {
    private static final OwnKind KIND = OwnKind.LINKERD_CONFIG;
    private static final String CONFIGURATIONS =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/";
    private static final String NAME = "mesh-webhook-linkerdconfigs";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private LoneApiServer server;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        server = new LoneApiServer(LocalClusterExtension.kubernetes());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /** No replica answers, and what the API server would ask it is refused: so it shows for what it asks. */
    @Test
    void itIsCalledForWhatIsNewInASpecAndForNothingElse() throws Exception {
        // The configuration is there before the kind is.
        configure("Fail");
        KIND.define(server.admin());
        await().atMost(PATIENCE).until(() -> create("new").status() == 500);

        server.admin().delete(CONFIGURATIONS + NAME).orThrow();
        await().atMost(PATIENCE).until(() -> create("mesh").status() == 201);
        configure("Fail");
        await().atMost(PATIENCE).until(() -> create("new").status() == 500);

        assertThat(merge("/mesh", "{\"spec\":{\"mode\":\"Enforce\"}}")).isEqualTo(500);
        assertThat(merge("/mesh", "{\"metadata\":{\"labels\":{\"a\":\"b\"},\"finalizers\":[\"a.b/c\"]}}"))
                .isEqualTo(200);
        assertThat(merge("/mesh/status", "{\"status\":{\"reason\":\"InStep\"}}"))
                .isEqualTo(200);
        assertThat(merge("/mesh", "{\"metadata\":{\"finalizers\":[]}}")).isEqualTo(200);
        assertThat(server.admin().delete(KIND.path() + "/mesh").status()).isEqualTo(200);
    }

    /** As the chart has it, nothing waits for a webhook that is away. */
    @Test
    void oneThatIsAwayStandsInTheWayOfNone() throws Exception {
        KIND.define(server.admin());
        configure("Ignore");

        assertThat(create("mesh").status()).isEqualTo(201);
        assertThat(merge("/mesh", "{\"spec\":{\"mode\":\"Enforce\"}}")).isEqualTo(200);
    }

    /** A Service has no address here, and nothing listens at this one. */
    private void configure(String failurePolicy) throws IOException {
        var configuration = Chart.render(Map.of())
                .one("ValidatingWebhookConfiguration", NAME)
                .<ObjectNode>deepCopy();
        assertThat(configuration.at("/webhooks/0/failurePolicy").asText()).isEqualTo("Ignore");
        var webhook = (ObjectNode) configuration.at("/webhooks/0");
        webhook.put("failurePolicy", failurePolicy);
        webhook.putObject("clientConfig").put("url", "https://127.0.0.1:1/validate/linkerdconfigs");
        server.admin().apply(CONFIGURATIONS + NAME, configuration.toString()).orThrow();
    }

    private ApiResponse create(String name) throws IOException {
        return server.admin().create(KIND.path(), KIND.object(name));
    }

    private int merge(String path, String json) throws IOException {
        return server.admin().merge(KIND.path() + path, json).status();
    }
}
