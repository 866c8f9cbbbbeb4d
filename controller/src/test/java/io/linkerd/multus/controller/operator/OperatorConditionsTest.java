// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.operator.OperatorConditions.Waiting;
import io.linkerd.multus.controller.reach.plan.Reach;
import io.linkerd.multus.controller.reach.plan.WebhookPods;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OperatorConditionsTest {
    private static final Rollout DONE = new Rollout(2, 2, 2, 0, true);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final Reach UNREACHED = new Reach.Unreached(
            new WebhookPods(new Subject("apps/v1", "Deployment", "linkerd-multus", "hook", "u"), 8443, false));

    private static final Reach UNKNOWN = new Reach.Unknown();

    private static OperatorConditions conditions(
            Optional<Trouble> trouble, Optional<Waiting> waitsFor, Rollout webhook, int refused) {
        return new OperatorConditions(
                3,
                trouble,
                waitsFor,
                DONE,
                webhook,
                Optional.of(new NamespaceCounts(12, 1, 1, 3, refused)),
                new DutyFindings(UNKNOWN, Map.of(), 0));
    }

    private static OperatorConditions conditions(Rollout installer, Rollout webhook, Optional<Waiting> waitsFor) {
        return conditions(installer, webhook, waitsFor, new DutyFindings(UNKNOWN, Map.of(), 0));
    }

    private static OperatorConditions conditions(
            Rollout installer, Rollout webhook, Optional<Waiting> waitsFor, DutyFindings findings) {
        return new OperatorConditions(3, Optional.empty(), waitsFor, installer, webhook, Optional.empty(), findings);
    }

    private static OperatorConditions found(DutyFindings findings) {
        return conditions(DONE, DONE, Optional.empty(), findings);
    }

    private static OperatorConditions found(Reach reach) {
        return found(new DutyFindings(reach, Map.of(), 0));
    }

    private static List<Condition> all(OperatorConditions conditions) {
        return conditions.all(List.of(), NOW);
    }

    private static Condition condition(OperatorConditions conditions, String type) {
        return condition(all(conditions), type);
    }

    private static Condition condition(List<Condition> all, String type) {
        return all.stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    /** A status that says how long something still takes would be written for ever. */
    @Test
    void saysTheSameHoweverLateItIs() {
        var conditions = conditions(Optional.empty(), Optional.empty(), DONE, 0);
        var before = all(conditions);

        assertThat(conditions.all(before, NOW.plusSeconds(1_000_000))).isEqualTo(before);
    }

    @Test
    void anUpgradeThatIsHalfDoneIsAvailable() {
        var conditions = conditions(
                Optional.empty(),
                Optional.of(Waiting.rollingOut(Stage.WEBHOOK, true)),
                new Rollout(2, 1, 2, 0, true),
                0);

        assertThat(conditions.reason()).isEqualTo("RollingOut");
        assertThat(condition(conditions, "Available").getStatus()).isEqualTo("True");
    }

    /** A refusal repeats what it refuses; told in full, it was more than an API server takes, and nobody learnt of it. */
    @Test
    void aRefusalThatRepeatsAHugeStringIsToldInShort() {
        var told = conditions(Optional.of(new Trouble("NotApplied", "x".repeat(1_500_000))), Optional.empty(), DONE, 0);

        assertThat(condition(told, "Degraded").getMessage()).startsWith("xxx").hasSizeLessThan(5000);
    }

    @Test
    void attachmentsThatAreRefusedAreSomethingWrong() {
        var told = conditions(Optional.empty(), Optional.empty(), DONE, 2);

        assertThat(condition(told, "Degraded").getReason()).isEqualTo("AttachmentsRefused");
        assertThat(condition(told, "Degraded").getMessage()).contains("2 namespaces");
        assertThat(told.reason()).isEqualTo("AsAsked");
    }

    /** Available and AsAsked were told, while every meshed pod was refused: replicas are ready that no API server reaches. */
    @Test
    void aWebhookThatNoApiServerReachesIsNotAvailable() {
        var told = found(UNREACHED);

        assertThat(condition(told, "Available").getStatus()).isEqualTo("False");
        assertThat(condition(told, "Available").getReason()).isEqualTo("WebhookUnreachable");
        var reachable = condition(told, "WebhookReachable");
        assertThat(reachable.getStatus()).isEqualTo("False");
        assertThat(reachable.getReason()).isEqualTo("WebhookUnreachable");
        assertThat(reachable.getMessage()).contains("TCP port 8443", "webhook.hostNetwork=true");

        var again = found(new Reach.Reached());
        assertThat(condition(again, "Available").getStatus()).isEqualTo("True");
        assertThat(condition(again, "WebhookReachable").getStatus()).isEqualTo("True");
    }

    /** A leader that has just begun knows nothing yet, and its word would have stood against the one before: Available went to and fro. */
    @Test
    void aNewLeaderTellsNothingElseOfTheWayToTheWebhookBeforeItHasLooked() {
        assertThat(all(found(UNKNOWN)))
                .noneMatch(condition -> condition.getType().equals("WebhookReachable"));

        for (var reach : List.of(new Reach.Reached(), UNREACHED)) {
            var before = all(found(reach));
            assertThat(found(UNKNOWN).all(before, NOW.plusSeconds(60))).isEqualTo(before);
        }
    }

    /** It stayed True while all replicas were down, and False after webhook.enabled=false. */
    @Test
    void whatIsNotSeenAnyMoreIsUnknown() {
        var before = all(found(UNREACHED));

        var told =
                found(new Reach.NotSeen("no replica of the webhook is ready")).all(before, NOW);

        var reachable = condition(told, "WebhookReachable");
        assertThat(reachable.getStatus()).isEqualTo("Unknown");
        assertThat(reachable.getReason()).isEqualTo("NotSeen");
        assertThat(reachable.getMessage()).contains("no replica of the webhook is ready");
        assertThat(condition(told, "Available").getStatus()).isEqualTo("True");
    }

    /** Refused attachments were told, and nothing else that was refused. */
    @Test
    void whateverIsRefusedIsSomethingWrong() {
        var told = found(new DutyFindings(UNKNOWN, Map.of("scc-binding", 2, "linkerd-multus", 1), 0));

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
        var told = found(new DutyFindings(UNKNOWN, Map.of(), 2));

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
        var told = conditions(
                without(
                        new AwayNode("node-7", AwayNode.Cause.NOT_READY, "", false),
                        new AwayNode("node-9", AwayNode.Cause.UNSCHEDULABLE, "no room", false)),
                DONE,
                Optional.empty());

        var away = condition(told, "NodesAway");
        assertThat(away.getStatus()).isEqualTo("True");
        assertThat(away.getReason()).isEqualTo("Unschedulable");
        assertThat(away.getMessage())
                .isEqualTo(
                        "2 of 300 nodes cannot have the installer, and are not waited for: node-9 (Unschedulable: no room),"
                                + " node-7 (NodeNotReady)");
        assertThat(condition(told, "Available").getStatus()).isEqualTo("True");
        var none = conditions(Optional.empty(), Optional.empty(), DONE, 0);
        assertThat(condition(none, "NodesAway").getStatus()).isEqualTo("False");
    }

    /** It said "12 of 10 nodes": a pool had died and was left out, and its pods were counted on one side alone. */
    @Test
    void noMoreNodesAreAwayThanThereAre() {
        var dead = Collections.nCopies(12, new AwayNode("node-1", AwayNode.Cause.NOT_READY, "", true));
        var installer =
                new Rollout(10, 10, 10, 0, true, new Rollout.Allowance(new AwayNodes(dead, 10), MaxUnavailable.USUAL));

        var told = conditions(installer, DONE, Optional.empty());

        assertThat(condition(told, "NodesAway").getMessage()).startsWith("12 of 22 nodes cannot have the installer");
    }

    /** It told of one node that was away, while every meshed pod of the cluster was refused. */
    @Test
    void theWorstTroubleIsNamedFirst() {
        var told = conditions(new Rollout(300, 300, 299, 0, true), Rollout.UNKNOWN, Optional.empty());

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

        assertThat(conditions(DONE, DONE, late).upgradeable().getStatus()).isEqualTo("True");
        assertThat(condition(conditions(DONE, DONE, late), "Progressing").getStatus())
                .isEqualTo("True");
        assertThat(conditions(DONE, DONE, heldUp).upgradeable().getStatus()).isEqualTo("False");
    }
}
