// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.contracts.plans.reach.Reach;
import io.linkerd.multus.controller.operator.OperandStatus.Trouble;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the controller's other duties have found.
 *
 * @param reach what is known of the API server's way to the webhook
 * @param refused of how many keys the API server refuses something now, by kind; without those that {@link NamespaceCounts} has
 */
public record DutyFindings(Reach reach, Map<String, Integer> refused) {
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
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** {@return what is to be said of those that are refused; nothing where none is} */
    Optional<Trouble> refusals() {
        return Optional.of(refused)
                .filter(some -> !some.isEmpty())
                .map(some -> new Trouble(
                        "RequestsRefused",
                        "the API server refuses what is to be written (%s); the Events RequestRefused have its words"
                                .formatted(some.entrySet().stream()
                                        .map(one -> one.getKey() + ": " + one.getValue())
                                        .sorted()
                                        .collect(Collectors.joining(", ")))));
    }
}
