// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.controller.engine.api.ApiException;
import io.linkerd.multus.service.kube.ApiFailure;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something that a person has to know about a {@code LinkerdMultus}, as a condition says it.
 *
 * @param reason one word in camel case
 * @param message what is wrong, and what to do about it
 */
record Trouble(String reason, String message) {
    /** Reason where another client's objects are in the place of the operand's. */
    static final String NOT_OURS = "NotOurs";
    /** Reason where the objects in the operand's place are those of Linkerd's CNI chart, which the spec would have it stand in for. */
    static final String CNI_CHART_THERE = "CniChartThere";
    /** Reason where the spec cannot be carried out. */
    static final String SPEC_INVALID = "SpecInvalid";
    /** Reason where another controller is asked to write whom API servers trust. */
    static final String OTHER_AUTHORITY = "OtherAuthority";
    /** Reason where the API server rejected an object. */
    static final String NOT_APPLIED = "NotApplied";

    /** {@return all of these as one, which has the reason of the first: the worst; empty where there is none} */
    static Optional<Trouble> of(Stream<Trouble> worstFirst) {
        return worstFirst.reduce(
                (worst, next) -> new Trouble(worst.reason(), worst.message() + "; besides, " + next.message()));
    }

    /** {@return what the API server rejected, where a person has to do something about it; empty where it passes by itself} */
    static Optional<Trouble> of(ApiException e) {
        return switch (e.failure()) {
            case ApiFailure.Forbidden _, ApiFailure.Refused _, ApiFailure.NotFound _ ->
                Optional.of(new Trouble(
                        NOT_APPLIED, "cannot " + e.permission() + ": " + e.words() + "; it is tried again"));
            case ApiFailure.Conflict _,
                    ApiFailure.NamespaceTerminating _,
                    ApiFailure.Unauthorized _,
                    ApiFailure.Unreachable _ -> Optional.empty();
        };
    }
}
