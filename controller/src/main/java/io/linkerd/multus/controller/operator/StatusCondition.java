// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.linkerd.multus.contracts.GoText;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Conditions, as Kubernetes' API has them. */
final class StatusCondition {
    /** Enough for every object of an operand by its name. */
    private static final int LONGEST = 4096;

    /** Status of one that is not so. */
    static final String NO = "False";

    private StatusCondition() {}

    /** {@return one of a spec of that generation} */
    static Condition of(String type, boolean isSo, String reason, String message, long generation) {
        return with(type, isSo ? "True" : NO, reason, message, generation);
    }

    /** {@return one of which it is not known whether it is so} */
    static Condition unknown(String type, String reason, String message, long generation) {
        return with(type, "Unknown", reason, message, generation);
    }

    private static Condition with(String type, String status, String reason, String message, long generation) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(inShort(message))
                .withObservedGeneration(generation)
                .build();
    }

    /** What an API server refuses, it repeats; a status that repeats all of it may be more than an object can be. */
    private static String inShort(String message) {
        return GoText.shorten(message, LONGEST, " …");
    }

    /** {@return the condition, which has been so since it became so} */
    static Condition since(Condition condition, List<Condition> before, Instant now) {
        return new ConditionBuilder(condition)
                .withLastTransitionTime(before.stream()
                        .filter(earlier -> earlier.getType().equals(condition.getType())
                                && earlier.getStatus().equals(condition.getStatus()))
                        .map(Condition::getLastTransitionTime)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseGet(now::toString))
                .build();
    }
}
