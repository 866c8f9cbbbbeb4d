// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.contracts.plans.attachments.ContestedAttachment;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import io.linkerd.multus.controller.reach.plan.Reach;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the controller's other duties have found.
 *
 * @param reach what is known of the API server's way to the webhook
 * @param refused of how many keys the API server refuses something now, by kind; without those that {@link NamespaceCounts} has
 * @param contested of how many namespaces another writer keeps undoing the attachment
 */
public record DutyFindings(Reach reach, Map<String, Integer> refused, int contested) {
    private static final String REPAIR = "repair";

    /** Copies. */
    public DutyFindings {
        refused = Map.copyOf(refused);
    }

    /** {@return the same without what is refused to that kind} */
    DutyFindings without(String kind) {
        return new DutyFindings(
                reach,
                refused.entrySet().stream()
                        .filter(one -> !one.getKey().equals(kind))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                contested);
    }

    /** {@return what is wrong; nothing where nothing is} */
    Optional<Trouble> trouble() {
        return Trouble.of(Stream.of(fights(), refusals()).flatMap(Optional::stream));
    }

    private Optional<Trouble> fights() {
        return Optional.of(contested)
                .filter(number -> number > 0)
                .map(number -> new Trouble(
                        "AttachmentsContested",
                        "another writer keeps undoing the network attachments of %d namespaces; their Events %s say what to do"
                                .formatted(number, ContestedAttachment.CONTESTED)));
    }

    private Optional<Trouble> refusals() {
        return Optional.of(refused)
                .filter(some -> !some.isEmpty())
                .map(some -> new Trouble(
                        "RequestsRefused",
                        "the API server refuses what is to be written (%s); %s"
                                .formatted(
                                        some.entrySet().stream()
                                                .map(one -> one.getKey() + ": " + one.getValue())
                                                .sorted()
                                                .collect(Collectors.joining(", ")),
                                        whereItsWordsAre())));
    }

    /** Of repair only Events stand among them, and no Event can say that Events are refused. */
    private String whereItsWordsAre() {
        var log =
                "of repair it refuses Events about pods without Linkerd's rules, and the controller's log has its words";
        var events = "the Events RequestRefused have its words";
        return !refused.containsKey(REPAIR) ? events : refused.size() == 1 ? log : events + "; " + log;
    }
}
