// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.operand.OperandSpec;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.controller.operator.OperandStatus.Waiting;
import io.linkerd.multus.controller.reach.plan.Reach;
import io.linkerd.multus.controller.reach.plan.WebhookPods;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OperandStatusTest {
    private static final Rollout DONE = new Rollout(2, 2, 2, 0, true);
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Reach UNREACHED = new Reach.Unreached(
            new WebhookPods(new Subject("apps/v1", "Deployment", "linkerd-multus", "hook", "u"), 8443, false));

    private static OperandStatus status(Optional<Trouble> trouble, Optional<Waiting> waitsFor, Rollout webhook) {
        return status(trouble, waitsFor, webhook, 0);
    }

    private static OperandStatus status(
            Optional<Trouble> trouble, Optional<Waiting> waitsFor, Rollout webhook, int refused) {
        return new OperandStatus(
                "linkerd-multus",
                3,
                "0.2.0",
                trouble,
                waitsFor,
                Optional.of(new RolledOut(2, "0.1.0")),
                Optional.of(new Accepted(2, OperandSpec.EMPTY)),
                DONE,
                webhook,
                Optional.of(new NamespaceCounts(12, 1, 1, 3, refused)),
                Optional.of(new Trust(2, NOW, NOW.plusSeconds(60))),
                new DutyFindings(new Reach.Unknown(), Map.of(), 0));
    }

    private static Condition condition(LinkerdMultusStatus told, String type) {
        return told.conditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static LinkerdMultusStatus told(OperandStatus status) {
        return status.over(List.of(), Map.of(), NOW);
    }

    /** As the API server has it. */
    private static JsonNode json(LinkerdMultusStatus told) {
        return SERIALIZATION.convertValue(told, JsonNode.class);
    }

    @Test
    void tellsHowManyNamespacesAndUntilWhenButNeverWhich() throws IOException {
        var told = json(told(status(Optional.empty(), Optional.empty(), DONE)));

        assertThat(told.path("namespace").asText()).isEqualTo("linkerd-multus");
        assertThat(told.path("namespaces"))
                .isEqualTo(
                        JSON.readTree(
                                "{\"attached\": 12, \"waiting\": 1, \"blocked\": 1, \"leaving\": 3, \"refused\": 0, \"summary\": \"12/14\"}"));
        assertThat(told.path("certificates"))
                .isEqualTo(
                        JSON.readTree(
                                "{\"authorities\": 2, \"firstEnds\": \"2026-01-01T00:00:00Z\", \"trustedUntil\": \"2026-01-01T00:01:00Z\"}"));
    }

    /** A status that says how long something still takes would be written for ever. */
    @Test
    void saysTheSameHoweverLateItIs() {
        var status = status(Optional.empty(), Optional.empty(), DONE);
        var before = told(status).conditions();

        assertThat(status.over(before, Map.of(), NOW.plusSeconds(1_000_000))).isEqualTo(told(status));
    }

    /** What was told is compared with what is there, so that nothing is written where nothing is new. */
    @Test
    void isReadAsItWasTold() {
        var told = told(status(Optional.empty(), Optional.empty(), DONE));

        var multus = SERIALIZATION.convertValue(Map.of("status", json(told)), LinkerdMultusResource.class);

        assertThat(multus.told()).isEqualTo(told);
    }

    @Test
    void anUpgradeThatIsHalfDoneSaysWhatWasLastDoneInFull() {
        var told = told(status(
                Optional.empty(), Optional.of(Waiting.rollingOut(Stage.WEBHOOK, true)), new Rollout(2, 1, 2, 0, true)));

        assertThat(told.version()).isEqualTo("0.2.0");
        assertThat(told.rolledOut()).isEqualTo(new RolledOut(2, "0.1.0"));
        assertThat(told.reason()).isEqualTo("RollingOut");
        assertThat(condition(told, "Available").getStatus()).isEqualTo("True");
    }

    /** A refusal repeats what it refuses; told in full, it was more than an API server takes, and nobody learnt of it. */
    @Test
    void aRefusalThatRepeatsAHugeStringIsToldInShort() {
        var told = told(status(Optional.of(new Trouble("NotApplied", "x".repeat(1_500_000))), Optional.empty(), DONE));

        assertThat(condition(told, "Degraded").getMessage()).startsWith("xxx").hasSizeLessThan(5000);
    }

    @Test
    void attachmentsThatAreRefusedAreSomethingWrong() {
        var told = told(status(Optional.empty(), Optional.empty(), DONE, 2));

        assertThat(condition(told, "Degraded").getReason()).isEqualTo("AttachmentsRefused");
        assertThat(condition(told, "Degraded").getMessage()).contains("2 namespaces");
        assertThat(told.reason()).isEqualTo("AsAsked");
    }

    private static OperandStatus ofNodes(Rollout installer, Rollout webhook, Optional<Waiting> waitsFor) {
        return of(installer, webhook, waitsFor, new DutyFindings(new Reach.Unknown(), Map.of(), 0));
    }

    private static OperandStatus found(Reach reach) {
        return of(DONE, DONE, Optional.empty(), new DutyFindings(reach, Map.of(), 0));
    }

    private static OperandStatus of(
            Rollout installer, Rollout webhook, Optional<Waiting> waitsFor, DutyFindings findings) {
        return new OperandStatus(
                "linkerd-multus",
                3,
                "0.2.0",
                Optional.empty(),
                waitsFor,
                Optional.empty(),
                Optional.empty(),
                installer,
                webhook,
                Optional.empty(),
                Optional.empty(),
                findings);
    }

    /** Available and AsAsked were told, while every meshed pod was refused: replicas are ready that no API server reaches. */
    @Test
    void aWebhookThatNoApiServerReachesIsNotAvailable() {
        var told = told(found(UNREACHED));

        assertThat(condition(told, "Available").getStatus()).isEqualTo("False");
        assertThat(condition(told, "Available").getReason()).isEqualTo("WebhookUnreachable");
        var reachable = condition(told, "WebhookReachable");
        assertThat(reachable.getStatus()).isEqualTo("False");
        assertThat(reachable.getReason()).isEqualTo("WebhookUnreachable");
        assertThat(reachable.getMessage()).contains("TCP port 8443", "webhook.hostNetwork=true");

        var again = told(found(new Reach.Reached()));
        assertThat(condition(again, "Available").getStatus()).isEqualTo("True");
        assertThat(condition(again, "WebhookReachable").getStatus()).isEqualTo("True");
    }

    /** A leader that has just begun knows nothing yet, and its word would have stood against the one before: Available went to and fro. */
    @Test
    void aNewLeaderTellsNothingElseOfTheWayToTheWebhookBeforeItHasLooked() {
        var none = told(found(new Reach.Unknown()));
        assertThat(none.conditions()).noneMatch(condition -> condition.getType().equals("WebhookReachable"));

        for (var reach : List.of(new Reach.Reached(), UNREACHED)) {
            var before = told(found(reach)).conditions();
            var kept = found(new Reach.Unknown()).over(before, Map.of(), NOW.plusSeconds(60));
            assertThat(kept.conditions()).isEqualTo(before);
        }
    }

    /** It stayed True while all replicas were down, and False after webhook.enabled=false. */
    @Test
    void whatIsNotSeenAnyMoreIsUnknown() {
        var before = told(found(UNREACHED)).conditions();

        var told =
                found(new Reach.NotSeen("no replica of the webhook is ready")).over(before, Map.of(), NOW);

        var reachable = condition(told, "WebhookReachable");
        assertThat(reachable.getStatus()).isEqualTo("Unknown");
        assertThat(reachable.getReason()).isEqualTo("NotSeen");
        assertThat(reachable.getMessage()).contains("no replica of the webhook is ready");
        assertThat(condition(told, "Available").getStatus()).isEqualTo("True");
    }

    /** Refused attachments were told, and nothing else that was refused. */
    @Test
    void whateverIsRefusedIsSomethingWrong() {
        var findings = new DutyFindings(new Reach.Unknown(), Map.of("scc-binding", 2, "linkerd-multus", 1), 0);

        var told = told(of(DONE, DONE, Optional.empty(), findings.without("linkerd-multus")));

        assertThat(condition(told, "Degraded").getStatus()).isEqualTo("True");
        assertThat(condition(told, "Degraded").getReason()).isEqualTo("RequestsRefused");
        assertThat(condition(told, "Degraded").getMessage())
                .contains("(scc-binding: 2)")
                .doesNotContain("linkerd-multus");
        assertThat(told.reason()).isEqualTo("AsAsked");
    }

    /** Pods of the namespace started unmeshed, and nothing was wrong. */
    @Test
    void aFightOverAnAttachmentIsSomethingWrong() {
        var told = told(of(DONE, DONE, Optional.empty(), new DutyFindings(new Reach.Unknown(), Map.of(), 2)));

        assertThat(condition(told, "Degraded").getStatus()).isEqualTo("True");
        assertThat(condition(told, "Degraded").getReason()).isEqualTo("AttachmentsContested");
        assertThat(condition(told, "Degraded").getMessage()).contains("2 namespaces", "NetworkAttachmentContested");
    }

    private static Rollout without(AwayNode... away) {
        var allowance = new Rollout.Allowance(new AwayNodes(List.of(away), 300 - away.length), 1);
        return new Rollout(300, 300, 300 - away.length, 0, true, allowance);
    }

    @Test
    void namesTheNodesThatAreNotWaitedFor() {
        var told = told(ofNodes(
                without(
                        new AwayNode("node-7", AwayNode.Cause.NOT_READY, "", false),
                        new AwayNode("node-9", AwayNode.Cause.UNSCHEDULABLE, "no room", false)),
                DONE,
                Optional.empty()));

        var away = condition(told, "NodesAway");
        assertThat(away.getStatus()).isEqualTo("True");
        assertThat(away.getReason()).isEqualTo("Unschedulable");
        assertThat(away.getMessage())
                .isEqualTo(
                        "2 of 300 nodes cannot have the installer, and are not waited for: node-9 (Unschedulable: no room),"
                                + " node-7 (NodeNotReady)");
        assertThat(condition(told, "Available").getStatus()).isEqualTo("True");
        var none = told(status(Optional.empty(), Optional.empty(), DONE));
        assertThat(condition(none, "NodesAway").getStatus()).isEqualTo("False");
    }

    /** It said "12 of 10 nodes": a pool had died and was left out, and its pods were counted on one side alone. */
    @Test
    void noMoreNodesAreAwayThanThereAre() {
        var dead = Collections.nCopies(12, new AwayNode("node-1", AwayNode.Cause.NOT_READY, "", true));
        var installer =
                new Rollout(10, 10, 10, 0, true, new Rollout.Allowance(new AwayNodes(dead, 10), MaxUnavailable.USUAL));

        var told = told(ofNodes(installer, DONE, Optional.empty()));

        assertThat(condition(told, "NodesAway").getMessage()).startsWith("12 of 22 nodes cannot have the installer");
    }

    /** It told of one node that was away, while every meshed pod of the cluster was refused. */
    @Test
    void theWorstTroubleIsNamedFirst() {
        var told = told(ofNodes(new Rollout(300, 300, 299, 0, true), Rollout.UNKNOWN, Optional.empty()));

        assertThat(condition(told, "Available").getReason()).isEqualTo("WebhookNotReady");
        assertThat(condition(told, "Available").getMessage())
                .isEqualTo(
                        "no replica of the webhook answers; besides, the installer is ready on 299/300 nodes; meshed pods"
                                + " start on those alone");
    }

    /** OLM held back every next version for as long as one node was away. */
    @Test
    void aNextVersionMayComeWhereNothingIsHeldUp() {
        var late = Optional.of(Waiting.rollingOut(Stage.INSTALLER, false));
        var heldUp = Optional.of(Waiting.rollingOut(Stage.INSTALLER, true));

        assertThat(ofNodes(DONE, DONE, late).upgradeable().getStatus()).isEqualTo("True");
        assertThat(condition(told(ofNodes(DONE, DONE, late)), "Progressing").getStatus())
                .isEqualTo("True");
        assertThat(ofNodes(DONE, DONE, heldUp).upgradeable().getStatus()).isEqualTo("False");
    }
}
