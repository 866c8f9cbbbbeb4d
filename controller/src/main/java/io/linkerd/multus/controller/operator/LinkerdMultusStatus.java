// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import io.linkerd.multus.controller.operand.OperandSpec;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code status} of a {@code LinkerdMultus}. What each field says is in its schema.
 *
 * @param more what a newer version says in it, which is handed on
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record LinkerdMultusStatus(
        @Nullable String namespace,
        @Nullable Long observedGeneration,
        @Nullable String version,
        @Nullable String reason,
        @Nullable RolledOut rolledOut,
        @Nullable Accepted accepted,
        @Nullable Pods nodes,
        @Nullable Pods webhook,
        @Nullable NamespaceCounts namespaces,
        @Nullable Trust certificates,
        List<Condition> conditions,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {
    /** Says nothing. */
    static final LinkerdMultusStatus EMPTY =
            new LinkerdMultusStatus(null, null, null, null, null, null, null, null, null, null, List.of(), Map.of());

    /** A spec, by its generation, and the version that carried it out. */
    record RolledOut(long generation, String version) {
        RolledOut {
            version = Objects.requireNonNullElse(version, "");
        }
    }

    /** A spec, by its generation, that could be carried out: the controller's other duties follow it, and so does the operand beside a bad one. */
    record Accepted(long generation, OperandSpec spec) {
        Accepted {
            spec = Objects.requireNonNullElse(spec, OperandSpec.EMPTY);
        }
    }

    /** Pods of a workload that are ready, and all of them. */
    record Pods(int ready, int desired, String summary) {
        static Pods of(Rollout rollout) {
            return new Pods(rollout.ready(), rollout.desired(), rollout.summary());
        }
    }

    LinkerdMultusStatus {
        conditions = Objects.requireNonNullElse(conditions, List.<Condition>of()).stream()
                .filter(condition -> condition != null && condition.getType() != null && condition.getStatus() != null)
                .toList();
        more = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNullElse(more, Map.of())));
    }

    /** {@return the namespace of the operator that carries the object out} */
    Optional<String> keeper() {
        return Optional.ofNullable(namespace);
    }

    /** {@return what was last rolled out in full} */
    Optional<RolledOut> lastRolledOut() {
        return Optional.ofNullable(rolledOut);
    }

    /** {@return the last spec that could be carried out; empty where this operator had none, or an older one wrote this} */
    Optional<Accepted> lastAccepted() {
        return Optional.ofNullable(accepted);
    }

    /** {@return the generation that all of this is about} */
    long generation() {
        return Objects.requireNonNullElse(observedGeneration, 0L);
    }

    /** {@return the same for the operator in that namespace} What another one rolled out and accepted is not here. */
    LinkerdMultusStatus claimedBy(String operator) {
        var isFirst = namespace == null;
        return new LinkerdMultusStatus(
                operator,
                observedGeneration,
                version,
                reason,
                isFirst ? rolledOut : null,
                isFirst ? accepted : null,
                nodes,
                webhook,
                namespaces,
                certificates,
                conditions,
                more);
    }
}
