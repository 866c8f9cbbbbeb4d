// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Condition;
import io.linkerd.multus.contracts.names.ReachReasons;
import io.linkerd.multus.controller.reach.plan.Reach;
import io.linkerd.multus.controller.reach.plan.ReachNotices;
import java.util.List;
import java.util.Optional;

/** Tells by a condition whether the API server reaches the webhook. */
final class ReachCondition {
    /** Its type. */
    static final String TYPE = "WebhookReachable";

    private ReachCondition() {}

    private static final String NOT_SEEN = "NotSeen";

    /** {@return it, of a spec of that generation} Before a leader knows, it is as the leader before has told; there is none before that. */
    static Optional<Condition> of(Reach reach, List<Condition> before, long generation) {
        return switch (reach) {
            case Reach.Reached _ ->
                Optional.of(StatusCondition.of(
                        TYPE,
                        true,
                        OperandStatus.DONE,
                        "dry runs come back from the API server with the webhook's answer",
                        generation));
            case Reach.Unreached(var webhook) ->
                Optional.of(StatusCondition.of(
                        TYPE, false, ReachReasons.UNREACHABLE, ReachNotices.inWords(webhook), generation));
            case Reach.NotSeen(var why) ->
                Optional.of(StatusCondition.unknown(
                        TYPE,
                        NOT_SEEN,
                        "it is not seen whether the API server reaches the webhook: " + why,
                        generation));
            case Reach.Unknown _ ->
                before.stream()
                        .filter(condition -> condition.getType().equals(TYPE))
                        .findFirst();
        };
    }

    /** {@return whether it says that the API server does not reach the webhook} */
    static boolean isUnreached(Optional<Condition> told) {
        return told.filter(condition -> StatusCondition.NO.equals(condition.getStatus()))
                .isPresent();
    }
}
