// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.controller.operator.OperandStatus.RolledOut;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OperandStatusTest {
    private static final Rollout DONE = new Rollout(2, 2, 2, 0, true);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static OperandStatus status(Optional<Trouble> trouble, Optional<Waiting> waitsFor, Rollout webhook) {
        return new OperandStatus(
                "linkerd-multus",
                3,
                "0.2.0",
                trouble,
                waitsFor,
                Optional.of(new RolledOut(2, "0.1.0")),
                DONE,
                webhook,
                Optional.of(new NamespaceCounts(12, 1, 1, 3)),
                Optional.of(new Trust(2, NOW, NOW.plusSeconds(60))));
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static Condition condition(Map<String, Object> told, String type) {
        return list(told.get("conditions")).stream()
                .map(condition -> new KubernetesSerialization().convertValue(condition, Condition.class))
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tellsHowManyNamespacesAndUntilWhenButNeverWhich() {
        var told = status(Optional.empty(), Optional.empty(), DONE).over(List.of(), NOW);

        assertThat(told).containsEntry("namespace", "linkerd-multus");
        assertThat(told.get("namespaces"))
                .isEqualTo(Map.of("attached", 12, "waiting", 1, "blocked", 1, "leaving", 3, "summary", "12/14"));
        assertThat(told.get("certificates"))
                .isEqualTo(Map.of(
                        "authorities", 2, "firstEnds", "2026-01-01T00:00:00Z", "trustedUntil", "2026-01-01T00:01:00Z"));
    }

    /** A status that says how long something still takes would be written for ever. */
    @Test
    void saysTheSameHoweverLateItIs() {
        var status = status(Optional.empty(), Optional.empty(), DONE);
        var before = List.of(
                condition(status.over(List.of(), NOW), "Available"),
                condition(status.over(List.of(), NOW), "Progressing"),
                condition(status.over(List.of(), NOW), "Degraded"));

        assertThat(status.over(before, NOW.plusSeconds(1_000_000))).isEqualTo(status.over(List.of(), NOW));
    }

    @Test
    void anUpgradeThatIsHalfDoneSaysWhatWasLastDoneInFull() {
        var told = status(
                        Optional.empty(), Optional.of(Waiting.rollingOut(Stage.WEBHOOK)), new Rollout(2, 1, 2, 0, true))
                .over(List.of(), NOW);

        assertThat(told)
                .containsEntry("version", "0.2.0")
                .containsEntry("rolledOut", Map.of("generation", 2L, "version", "0.1.0"))
                .containsEntry("reason", "RollingOut");
        assertThat(condition(told, "Available").getStatus()).isEqualTo("True");
    }

    /** A refusal repeats what it refuses; told in full, it was more than an API server takes, and nobody learnt of it. */
    @Test
    void aRefusalThatRepeatsAHugeStringIsToldInShort() {
        var told = status(Optional.of(new Trouble("NotApplied", "x".repeat(1_500_000))), Optional.empty(), DONE)
                .over(List.of(), NOW);

        assertThat(condition(told, "Degraded").getMessage()).startsWith("xxx").hasSizeLessThan(5000);
    }
}
