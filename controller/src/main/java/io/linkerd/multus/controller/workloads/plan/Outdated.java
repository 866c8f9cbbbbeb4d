// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.workloads.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * In what the pods of one workload are outdated.
 *
 * @param pods how many of them are
 * @param kinds one finding of each reason, with how many pods have it, in the order of the reasons
 */
public record Outdated(int pods, List<Kind> kinds) {
    /** All are as new ones would be. */
    public static final Outdated NO = new Outdated(0, List.of());

    /**
     * A reason, and how many pods have it.
     *
     * @param example the least of their findings, so that the same pods read equally in whatever order they were found
     */
    public record Kind(Finding example, int pods) {}

    /** Copies. */
    public Outdated {
        kinds = List.copyOf(kinds);
    }

    /** {@return what the findings of each pod come to} */
    public static Outdated of(Collection<List<Finding>> findingsOfPods) {
        var byReason = findingsOfPods.stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(
                        Finding::reason, () -> new EnumMap<>(OutdatedReason.class), Collectors.toList()));
        return new Outdated(
                (int) findingsOfPods.stream()
                        .filter(findings -> !findings.isEmpty())
                        .count(),
                byReason.entrySet().stream().map(Outdated::kind).toList());
    }

    /** {@return pods of the control plane that were started before the trust bundle changed} They read it when they start. */
    public static Outdated startedBefore(int pods) {
        return pods == 0
                ? NO
                : new Outdated(
                        pods,
                        List.of(new Kind(
                                new Finding(OutdatedReason.TRUST_ANCHORS, "started before the bundle changed", true),
                                pods)));
    }

    /** {@return whether a restart would do good, and none of what it would take away is wanted} */
    public boolean curable() {
        return kinds.stream().anyMatch(kind -> kind.example().curable())
                && kinds.stream().noneMatch(kind -> kind.example().reason() == OutdatedReason.PROXY_UNWANTED);
    }

    /** {@return whether the other one has a reason, or pods, that this one has not} */
    public boolean isLessThan(Outdated other) {
        return other.pods > pods || !reasonsInWords().equals(other.reasonsInWords());
    }

    /** {@return the same, where a restart has shown that none cures it} */
    public Outdated uncurable() {
        return new Outdated(
                pods,
                kinds.stream()
                        .map(kind -> new Kind(
                                new Finding(
                                        kind.example().reason(), kind.example().detail(), false),
                                kind.pods()))
                        .toList());
    }

    /** {@return whether there is anything to tell} */
    public boolean isEmpty() {
        return kinds.isEmpty();
    }

    /** {@return what is so, as in {@code 3 pods: its proxy has another version (a instead of b)}} */
    public String inWords() {
        return kinds.stream()
                .map(kind -> kind.pods()
                        + (kind.pods() == 1 ? " pod: " : " pods: ")
                        + kind.example().inWords())
                .collect(Collectors.joining("; "));
    }

    /** {@return the same without how many pods, which goes down while they are replaced} */
    public String reasonsInWords() {
        return kinds.stream().map(kind -> kind.example().inWords()).collect(Collectors.joining("; "));
    }

    /** One curable pod makes the reason curable. */
    private static Kind kind(Map.Entry<OutdatedReason, List<Finding>> entry) {
        var example = entry.getValue().stream()
                .min(Comparator.comparing((Finding finding) -> !finding.curable())
                        .thenComparing(Finding::detail))
                .orElseThrow();
        return new Kind(example, entry.getValue().size());
    }
}
