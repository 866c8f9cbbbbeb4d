// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a Helm release said of its objects and a {@code LinkerdMultus} does not say. */
final class Unsaid {
    /** So many fields are named; a condition's message has a bound, and its reader too. */
    static final int NAMED = 20;

    private Unsaid() {}

    /**
     * {@return why the objects are not taken over, by the fields of each that would go; empty where none would}
     *
     * @param isBegun whether others were taken over already, which an upgrade of the release would write
     */
    static Optional<Trouble> trouble(Map<ObjectKey, List<String>> fields, boolean isBegun) {
        var all = fields.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(field -> entry.getKey() + " " + field))
                .toList();
        if (all.isEmpty()) {
            return Optional.empty();
        }
        var named = all.stream().limit(NAMED).collect(Collectors.joining(", "));
        var more = all.size() > NAMED ? " and " + (all.size() - NAMED) + " more" : "";
        return Optional.of(
                new Trouble(
                        Trouble.NOT_OURS,
                        "not taken over, since spec.onUnsaidFields is Refuse and the release says what this LinkerdMultus does not: "
                                + named + more + "; " + (isBegun ? "" : "do without it in the release's values, ")
                                + "say it in the spec where that can be, or say spec.onUnsaidFields: Remove, which takes it away"));
    }
}
