// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class PodOrderTest {
    private static JsonNode pod(String part, String name, boolean ready) {
        var pod = JsonNodeFactory.instance.objectNode();
        pod.withObject("/metadata").put("name", name).withObject("/labels").put("app.kubernetes.io/name", part);
        pod.withObject("/status")
                .withArray("/conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", ready ? "True" : "False");
        return pod;
    }

    /** The time was up before the webhook's log: nodes that were gone had taken it. */
    @Test
    void theWebhookIsAskedBeforeNodesThatAreGone() {
        var pods = new ArrayList<JsonNode>();
        pods.add(pod("controller", "controller", true));
        for (int node = 0; node < 30; node++) {
            pods.add(pod(node == 7 ? "installer" : "multus", "node-" + node, node != 7));
        }
        pods.add(pod("webhook", "webhook", false));

        var order = PodOrder.of(pods);

        assertThat(order.asked())
                .hasSize(23)
                .extracting(pod -> pod.at("/metadata/name").asText())
                .startsWith("controller", "webhook", "node-7", "node-0");
        assertThat(order.leftOut())
                .hasValueSatisfying(words -> assertThat(words).contains("9 ready pods of nodes"));
        assertThat(PodOrder.of(pods.subList(0, 3)).leftOut()).isEmpty();
    }
}
