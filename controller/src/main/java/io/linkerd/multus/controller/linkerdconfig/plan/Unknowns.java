// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.linkerdconfig.plan;

import io.linkerd.multus.controller.linkerdconfig.plan.ConfigCondition.Status;
import io.linkerd.multus.values.ValuesPath;
import io.linkerd.multus.values.linkerdconfig.FieldProblem;
import io.linkerd.multus.values.linkerdconfig.LinkerdConfigSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says what is written in a spec and has no effect. */
final class Unknowns {
    private static final int MOST = 16;

    private Unknowns() {}

    /** {@return the condition; {@code idle} is what Linkerd has a place for, and reads nowhere} */
    static Optional<ConfigCondition> condition(LinkerdConfigSpec spec, List<ValuesPath> idle) {
        var words = Stream.concat(
                        spec.homeless().stream().map(FieldProblem::toString),
                        idle.stream()
                                .map(path ->
                                        path + ": nothing of Linkerd reads it in this cluster, so it has no effect"))
                .toList();
        if (words.isEmpty()) {
            return Optional.empty();
        }
        var more = words.size() > MOST ? "; " + (words.size() - MOST) + " more" : "";
        return Optional.of(new ConfigCondition(
                ConditionType.HAS_UNKNOWN_FIELDS,
                Status.TRUE,
                spec.homeless().isEmpty() ? "NoEffect" : "NoPlaceInLinkerd",
                words.stream().limit(MOST).collect(Collectors.joining("; ")) + more));
    }
}
