// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.ReachReasons;
import io.linkerd.multus.contracts.plans.attachments.ContestedAttachment;
import io.linkerd.multus.controller.reach.plan.Reach;
import io.linkerd.multus.controller.reach.plan.ReachNotices;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The conditions of a {@code LinkerdMultus}, and the one that OLM reads. Without effects, and the same for the same observation.
 *
 * @param generation of the spec that they are about
 * @param trouble what is wrong; empty where nothing is
 * @param waitsFor what is not done yet
 * @param installer how far its pods are
 * @param webhook how far its pods are
 * @param namespaces how many have what they ask for; empty where nobody knows yet
 * @param findings of the controller's other duties
 */
record OperatorConditions(
        long generation,
        Optional<Trouble> trouble,
        Optional<Waiting> waitsFor,
        Rollout installer,
        Rollout webhook,
        Optional<NamespaceCounts> namespaces,
        DutyFindings findings) {
    /** Reason where nothing is to be done. */
    static final String DONE = "AsAsked";

    private static final String REACHABLE = "WebhookReachable";
    private static final String YES = "True";
    private static final String NO = "False";
    /** The duty whose rejected Events no Event can tell of. */
    private static final String REPAIR = "repair";
    /** Enough for every object of an operand by its name. */
    private static final int LONGEST = 4096;

    /**
     * What has to come about before an operand is as it was asked for.
     *
     * @param reason one word in camel case
     * @param what is waited for, in words
     * @param holdsUp whether nothing else is begun before
     */
    record Waiting(String reason, String what, boolean holdsUp) {
        /** {@return for a step of a rollout} */
        static Waiting rollingOut(Stage stage, boolean holdsUp) {
            return new Waiting("RollingOut", stage.inWords(), holdsUp);
        }

        /** {@return for what goes before the object does} */
        static Waiting removing(String what) {
            return new Waiting("Removing", what, true);
        }
    }

    /** {@return all of them; what was so before has been so since then} */
    List<Condition> all(List<Condition> before, Instant now) {
        var reachable = reachable(before);
        return Stream.concat(
                        Stream.of(available(reachable), progressing(), degraded(), nodesAway()), reachable.stream())
                .map(condition -> new ConditionBuilder(condition)
                        .withLastTransitionTime(since(condition, before).orElseGet(now::toString))
                        .build())
                .toList();
    }

    private static Optional<String> since(Condition condition, List<Condition> before) {
        return before.stream()
                .filter(earlier -> earlier.getType().equals(condition.getType())
                        && earlier.getStatus().equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** {@return the one word that the status has for all of it} */
    String reason() {
        return trouble.map(Trouble::reason).orElseGet(() -> progressing().getReason());
    }

    /** Meshed pods start: a replica answers for them, and each node that can have the plugin has it. */
    private Condition available(Optional<Condition> reachable) {
        return Trouble.of(unavailable(reachable))
                .map(worst -> condition("Available", NO, worst.reason(), worst.message()))
                .orElseGet(() -> condition(
                        "Available",
                        YES,
                        DONE,
                        "installers %s, webhook %s".formatted(installer.summary(), webhook.summary())));
    }

    /** Without the webhook, meshed pods of the whole cluster are refused; without an installer, those of a node. */
    private Stream<Trouble> unavailable(Optional<Condition> reachable) {
        var troubles = Stream.<Trouble>builder();
        if (!webhook.answers()) {
            troubles.add(new Trouble("WebhookNotReady", "no replica of the webhook answers"));
        }
        if (!installer.servesEveryNode()) {
            troubles.add(new Trouble(
                    "InstallerNotReady",
                    "the installer is ready on %s nodes; meshed pods start on those alone"
                            .formatted(installer.summary())));
        }
        if (webhook.answers()
                && reachable
                        .filter(condition -> condition.getStatus().equals(NO))
                        .isPresent()) {
            troubles.add(new Trouble(ReachReasons.UNREACHABLE, "the API server cannot reach the webhook"));
        }
        return troubles.build();
    }

    /** Before a leader knows, it is as the leader before has told; there is none before that. */
    private Optional<Condition> reachable(List<Condition> before) {
        return switch (findings.reach()) {
            case Reach.Reached _ ->
                Optional.of(condition(
                        REACHABLE, YES, DONE, "dry runs come back from the API server with the webhook's answer"));
            case Reach.Unreached(var unreached) ->
                Optional.of(condition(REACHABLE, NO, ReachReasons.UNREACHABLE, ReachNotices.inWords(unreached)));
            case Reach.NotSeen(var why) ->
                Optional.of(condition(
                        REACHABLE,
                        "Unknown",
                        "NotSeen",
                        "it is not seen whether the API server reaches the webhook: " + why));
            case Reach.Unknown _ ->
                before.stream()
                        .filter(condition -> condition.getType().equals(REACHABLE))
                        .findFirst();
        };
    }

    /** The nodes that nothing waits for. */
    private Condition nodesAway() {
        var away = installer.allowance().away();
        return away.worst()
                .map(worst -> condition(
                        "NodesAway",
                        YES,
                        worst.reason(),
                        "%d of %d nodes cannot have the installer, and are not waited for: %s"
                                .formatted(away.count(), away.outOf(installer.desired()), away.inWords())))
                .orElseGet(() -> condition("NodesAway", NO, DONE, "no node is known that cannot have the installer"));
    }

    private Condition progressing() {
        return waitsFor.map(waiting -> condition("Progressing", YES, waiting.reason(), waits(waiting)))
                .orElseGet(() -> trouble.map(
                                wrong -> condition("Progressing", NO, wrong.reason(), "nothing is being changed"))
                        .orElseGet(() -> condition("Progressing", NO, DONE, "everything is as the spec asks")));
    }

    private String waits(Waiting waiting) {
        return "waiting for %s: installers %s, webhook %s"
                .formatted(waiting.what(), installer.summary(), webhook.summary());
    }

    /**
     * {@return what OLM is told of a next version} While one is rolled out, another would have its pods replaced on top of the first one's,
     * and whatever holds up the first would hold up both. The last few nodes of a rollout hold up nothing.
     */
    Condition upgradeable() {
        return waitsFor.filter(Waiting::holdsUp)
                .map(waiting -> condition("Upgradeable", NO, waiting.reason(), waits(waiting)))
                .orElseGet(() -> condition("Upgradeable", YES, DONE, "nothing holds up a next version"));
    }

    private Condition degraded() {
        return trouble.or(() -> Trouble.of(Stream.of(refusedAttachments(), contestedAttachments(), refusedRequests())
                        .flatMap(Optional::stream)))
                .map(wrong -> condition("Degraded", YES, wrong.reason(), wrong.message()))
                .orElseGet(() -> condition("Degraded", NO, DONE, "nothing is wrong"));
    }

    private Optional<Trouble> refusedAttachments() {
        return namespaces
                .map(NamespaceCounts::refused)
                .filter(number -> number > 0)
                .map(number -> new Trouble(
                        "AttachmentsRefused",
                        "the API server refuses the network attachments of %d namespaces; their Events have its words"
                                .formatted(number)));
    }

    private Optional<Trouble> contestedAttachments() {
        return Optional.of(findings.contested())
                .filter(number -> number > 0)
                .map(number -> new Trouble(
                        "AttachmentsContested",
                        "another writer keeps undoing the network attachments of %d namespaces; their Events %s say what to do"
                                .formatted(number, ContestedAttachment.CONTESTED)));
    }

    /** What the operator itself is refused is told in full, as {@code trouble}. */
    private Optional<Trouble> refusedRequests() {
        var refused = new HashMap<>(findings.refused());
        refused.remove(Operator.KIND);
        return refused.isEmpty()
                ? Optional.empty()
                : Optional.of(new Trouble(
                        "RequestsRefused",
                        "the API server refuses what is to be written (%s); %s"
                                .formatted(
                                        refused.entrySet().stream()
                                                .map(one -> one.getKey() + ": " + one.getValue())
                                                .sorted()
                                                .collect(Collectors.joining(", ")),
                                        whereItsWordsAre(refused))));
    }

    /** Of repair only Events stand among them, and no Event can say that Events are refused. */
    private static String whereItsWordsAre(Map<String, Integer> refused) {
        var log =
                "of repair it refuses Events about pods without Linkerd's rules, and the controller's log has its words";
        var events = "the Events RequestRefused have its words";
        return !refused.containsKey(REPAIR) ? events : refused.size() == 1 ? log : events + "; " + log;
    }

    /** What an API server refuses, it repeats; a status that repeats all of it may be more than an object can be. */
    private Condition condition(String type, String status, String reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(GoText.shorten(message, LONGEST, " …"))
                .withObservedGeneration(generation)
                .build();
    }
}
