// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Condition;
import io.linkerd.multus.contracts.names.ReachReasons;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Accepted;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.Pods;
import io.linkerd.multus.controller.operator.LinkerdMultusStatus.RolledOut;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a {@code LinkerdMultus} tells of its operand.
 *
 * @param namespace of the operator that tells, and of the operand
 * @param generation of the spec that it is about
 * @param version of what runs, or is about to
 * @param trouble what is wrong; empty where nothing is
 * @param waitsFor what is not done yet
 * @param rolledOut what was last rolled out in full; empty where nothing ever was
 * @param accepted the last spec that could be carried out, which the controller's other duties follow unless the reason is {@link #NOT_OURS}
 * @param installer how far its pods are
 * @param webhook how far its pods are
 * @param namespaces how many have what they ask for; empty where nobody knows yet
 * @param trust until when the webhook is trusted; empty where it is not
 * @param findings of the controller's other duties
 */
record OperandStatus(
        String namespace,
        long generation,
        String version,
        Optional<Trouble> trouble,
        Optional<Waiting> waitsFor,
        Optional<RolledOut> rolledOut,
        Optional<Accepted> accepted,
        Rollout installer,
        Rollout webhook,
        Optional<NamespaceCounts> namespaces,
        Optional<Trust> trust,
        DutyFindings findings) {
    /** Reason where nothing is to be done. */
    static final String DONE = "AsAsked";

    /** Reason where somebody else's objects are in the place of the operand's. */
    static final String NOT_OURS = "NotOurs";

    /** Reason where the objects in the operand's place are those of Linkerd's CNI chart, which the spec would have it stand in for. */
    static final String CNI_CHART_THERE = "CniChartThere";

    /** Reason where the spec cannot be carried out. */
    static final String SPEC_INVALID = "SpecInvalid";

    /** Reason where another controller is asked to write whom API servers trust. */
    static final String OTHER_AUTHORITY = "OtherAuthority";

    /** Reason where the API server refused an object. */
    static final String NOT_APPLIED = "NotApplied";

    /**
     * Something that a person has to know.
     *
     * @param reason one word in camel case
     * @param message what is wrong, and what to do about it
     */
    record Trouble(String reason, String message) {
        /** {@return all of these as one, which has the reason of the first: the worst; empty where there is none} */
        static Optional<Trouble> of(Stream<Trouble> worstFirst) {
            return worstFirst.reduce(
                    (worst, next) -> new Trouble(worst.reason(), worst.message() + "; besides, " + next.message()));
        }
    }

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

    /**
     * {@return the whole status, in which what was so before has been so since then}
     *
     * @param more what a newer version said in the status
     */
    LinkerdMultusStatus over(List<Condition> before, Map<String, Object> more, Instant now) {
        var reachable = ReachCondition.of(findings.reach(), before, generation);
        return new LinkerdMultusStatus(
                namespace,
                generation,
                version,
                reason(),
                rolledOut.orElse(null),
                accepted.orElse(null),
                Pods.of(installer),
                Pods.of(webhook),
                namespaces.orElse(null),
                trust.orElse(null),
                Stream.concat(
                                Stream.of(available(reachable), progressing(), degraded(), nodesAway()),
                                reachable.stream())
                        .map(condition -> StatusCondition.since(condition, before, now))
                        .toList(),
                more);
    }

    private String reason() {
        return trouble.map(Trouble::reason).orElseGet(() -> progressing().getReason());
    }

    /** Meshed pods start: a replica answers for them, and each node that can have the plugin has it. */
    private Condition available(Optional<Condition> reachable) {
        return unavailable(reachable)
                .map(worst -> condition("Available", false, worst.reason(), worst.message()))
                .orElseGet(() -> condition(
                        "Available",
                        true,
                        DONE,
                        "installers %s, webhook %s".formatted(installer.summary(), webhook.summary())));
    }

    /** Without the webhook, meshed pods of the whole cluster are refused; without an installer, those of a node. */
    private Optional<Trouble> unavailable(Optional<Condition> reachable) {
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
        if (webhook.answers() && ReachCondition.isUnreached(reachable)) {
            troubles.add(new Trouble(ReachReasons.UNREACHABLE, "the API server cannot reach the webhook"));
        }
        return Trouble.of(troubles.build());
    }

    /** The nodes that nothing waits for. */
    private Condition nodesAway() {
        var away = installer.allowance().away();
        return away.worst()
                .map(worst -> condition(
                        "NodesAway",
                        true,
                        worst.reason(),
                        "%d of %d nodes cannot have the installer, and are not waited for: %s"
                                .formatted(away.count(), away.outOf(installer.desired()), away.inWords())))
                .orElseGet(
                        () -> condition("NodesAway", false, DONE, "no node is known that cannot have the installer"));
    }

    private Condition progressing() {
        return waitsFor.map(waiting -> condition("Progressing", true, waiting.reason(), waits(waiting)))
                .orElseGet(() -> trouble.map(
                                wrong -> condition("Progressing", false, wrong.reason(), "nothing is being changed"))
                        .orElseGet(() -> condition("Progressing", false, DONE, "everything is as the spec asks")));
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
                .map(waiting -> condition("Upgradeable", false, waiting.reason(), waits(waiting)))
                .orElseGet(() -> condition("Upgradeable", true, DONE, "nothing holds up a next version"));
    }

    private Condition degraded() {
        var ofDuties = Stream.of(namespaces.flatMap(NamespaceCounts::refusals), findings.trouble());
        return trouble.or(() -> Trouble.of(ofDuties.flatMap(Optional::stream)))
                .map(wrong -> condition("Degraded", true, wrong.reason(), wrong.message()))
                .orElseGet(() -> condition("Degraded", false, DONE, "nothing is wrong"));
    }

    private Condition condition(String type, boolean isSo, String reason, String message) {
        return StatusCondition.of(type, isSo, reason, message, generation);
    }
}
