// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Pods;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import io.linkerd.multus.controller.reach.plan.Reach;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkerdMultusStatusTest {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Rollout DONE = new Rollout(2, 2, 2, 0, true);

    private static final LinkerdMultusStatus STATUS = new LinkerdMultusStatus(
            "linkerd-multus",
            3L,
            "0.2.0",
            "AsAsked",
            new RolledOut(2, "0.1.0"),
            new Accepted(2, OperandSpec.EMPTY),
            Pods.of(DONE),
            Pods.of(DONE),
            new NamespaceCounts(12, 1, 1, 3, 0),
            new Trust(2, NOW, NOW.plusSeconds(60)),
            new OperatorConditions(
                            3,
                            Optional.empty(),
                            Optional.empty(),
                            DONE,
                            DONE,
                            Optional.empty(),
                            new DutyFindings(new Reach.Unknown(), Map.of(), 0))
                    .all(List.of(), NOW),
            Map.of());

    /** As the API server has it. */
    private static JsonNode json() {
        return SERIALIZATION.convertValue(STATUS, JsonNode.class);
    }

    @Test
    void tellsHowManyNamespacesAndUntilWhenButNeverWhich() throws IOException {
        assertThat(json().path("namespace").asText()).isEqualTo("linkerd-multus");
        assertThat(json().path("namespaces"))
                .isEqualTo(
                        JSON.readTree(
                                "{\"attached\": 12, \"waiting\": 1, \"blocked\": 1, \"leaving\": 3, \"refused\": 0, \"summary\": \"12/14\"}"));
        assertThat(json().path("certificates"))
                .isEqualTo(
                        JSON.readTree(
                                "{\"authorities\": 2, \"firstEnds\": \"2026-01-01T00:00:00Z\", \"trustedUntil\": \"2026-01-01T00:01:00Z\"}"));
    }

    /** What was told is compared with what is there, so that nothing is written where nothing is new. */
    @Test
    void isReadAsItWasTold() {
        var multus = SERIALIZATION.convertValue(Map.of("status", json()), LinkerdMultusResource.class);

        assertThat(multus.told()).isEqualTo(STATUS);
    }
}
