// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkerd.multus.acceptance.kinds.OwnKind;
import io.linkerd.multus.acceptance.kinds.ServedKind;
import io.linkerd.multus.localcluster.apiserver.ApiResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a real API server keeps of a LinkerdConfig's status, and shows of it. */
class LinkerdConfigStatusIT {
    private static final OwnKind KIND = OwnKind.LINKERD_CONFIG;
    private static final ObjectMapper JSON = new ObjectMapper();
    /** As many as {@code atOnce} allows, which may all wait for one of the control plane. */
    private static final int AT_HAND = 101;

    @RegisterExtension
    static final ServedKind SERVED = new ServedKind(KIND);

    @Test
    void theColumnsAreThoseThatAPersonAsksFor() throws IOException, InterruptedException {
        create("mesh");

        assertThat(SERVED.server().kubectl().run("get", "linkerdconfigs"))
                .containsPattern("NAME +MODE +IN STEP +DRIFT +OUTDATED +ROLLING +REASON +AGE")
                .containsPattern("mesh +Observe");
    }

    /** What a new leader goes on from is not to be lost because the schema lacks a field of it. */
    @Test
    void theStatusOfARolloutIsKeptAsItIsWritten() throws IOException {
        create("rolling");
        var status = JSON.readTree("""
            {"status": {
              "outdated": {"count": 12, "first": ["Deployment shop/cart"]},
              "rollout": {
                "reason": "Rolling", "message": "Being restarted: Deployment shop/web.",
                "due": {"count": 11, "first": ["Deployment shop/cart"]},
                "failed": {"count": 0, "first": []},
                "left": {"count": 1, "first": ["Job shop/once"]},
                "atHand": [{"kind": "Deployment", "namespace": "shop", "name": "web",
                  "uid": "0b7cbd4a-3b1e-4f5f-8a39-2f8f3f1c2d10", "change": "0123456789abcdef", "evenUnwell": true,
                  "attempt": 2}]}}}
            """);

        var taken = SERVED.server()
                .admin()
                .merge(KIND.path() + "/rolling/status", status.toString())
                .orThrow();

        assertThat(JSON.readTree(taken).path("status")).isEqualTo(status.path("status"));
    }

    @Test
    void aStatusIsOfBoundedSize() throws IOException {
        create("large");
        var workload =
                "{\"kind\":\"Deployment\",\"namespace\":\"shop\",\"name\":\"web\",\"uid\":\"u\",\"change\":\"0123456789abcdef\"}";

        assertThat(atHand(Collections.nCopies(AT_HAND, workload)).status()).isEqualTo(200);
        assertThat(atHand(Collections.nCopies(AT_HAND + 1, workload)).body())
                .contains("status.rollout.atHand: Too many");
        assertThat(KIND.fields().entrySet())
                .filteredOn(field -> field.getKey().startsWith(".status"))
                .isNotEmpty()
                .filteredOn(field -> isUnbounded(field.getValue()))
                .extracting(Map.Entry::getKey)
                .isEmpty();
    }

    private static ApiResponse atHand(List<String> workloads) throws IOException {
        return SERVED.server()
                .admin()
                .merge(
                        KIND.path() + "/large/status",
                        "{\"status\":{\"rollout\":{\"atHand\":[" + String.join(",", workloads) + "]}}}");
    }

    /** Numbers, moments and words of an enum have no length. */
    private static boolean isUnbounded(JsonNode schema) {
        boolean text = schema.path("type").asText().equals("string") && !schema.has("enum") && !schema.has("format");
        return (text && !schema.has("maxLength")) || (schema.has("items") && !schema.has("maxItems"));
    }

    private static void create(String name) throws IOException {
        SERVED.server().admin().create(KIND.path(), KIND.object(name)).orThrow();
    }
}
