// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.EventView;
import io.linkerd.multus.cli.facts.ReleaseView;
import io.linkerd.multus.cli.facts.WorkloadView;
import io.linkerd.multus.contracts.names.ReachReasons;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** What the release has to be like. */
final class ReleaseChecks {
    private static final String THERE = "linkerd-multus is installed, once";
    private static final String READY = "its parts are ready";
    private static final String REACHED = "the API server reaches its webhook";
    private static final String VERSIONS = "its versions are one, and that of this program";

    /** The part that makes the others, in its own namespace. */
    private static final String OPERATOR = "operator";

    /** What lasts is told again within it. */
    private static final Duration RECENT = Duration.ofMinutes(45);

    private ReleaseChecks() {}

    static Category of(Picture seen) {
        return new Category(
                "linkerd-multus",
                List.of(there(seen), ready(seen), TrustChecks.trusted(seen), reached(seen), versions(seen)));
    }

    private static Check there(Picture seen) {
        var hint = "not-installed";
        return Answers.of(THERE, hint, seen.release(), ReleaseView.NONE, release -> {
            var namespaces = namespaces(release, part -> true);
            if (namespaces(release, part -> !part.part().equals(OPERATOR)).isEmpty()) {
                return Check.wrong(THERE, missing(namespaces), hint);
            }
            return namespaces.size() == 1
                    ? Check.right(THERE + " (namespace " + namespaces.getFirst() + ")", hint)
                    : Check.warning(
                            THERE,
                            "there are parts in namespaces " + String.join(", ", namespaces)
                                    + "\nTwo releases undo each other's work: uninstall one.",
                            hint);
        });
    }

    private static List<String> namespaces(ReleaseView release, Predicate<WorkloadView> which) {
        return release.parts().stream()
                .filter(which)
                .map(WorkloadView::namespace)
                .distinct()
                .sorted()
                .toList();
    }

    /** An operator makes nothing unless it is asked to. */
    private static String missing(List<String> operators) {
        return operators.isEmpty()
                ? "no part of it is to be seen\nInstall it: helm install linkerd-multus … -n linkerd-multus"
                        + " --create-namespace, or from OperatorHub."
                : "its operator is there (namespace " + String.join(", ", operators)
                        + "), and no part that it makes\nCreate a LinkerdMultus; of one that is there, its status says why.";
    }

    /** Of the installer, nodes are asked: one that is away has none that is ready, and nothing waits for it. */
    private static Check ready(Picture seen) {
        var hint = "release-not-ready";
        return Answers.of(
                READY,
                hint,
                seen.release(),
                ReleaseView.NONE,
                release -> Answers.noneOf(
                        READY,
                        hint,
                        release.parts().stream()
                                .filter(part -> part.ready() < part.desired()
                                        && !part.part().equals("installer"))
                                .map(part -> part.kind() + " " + part.namespace() + "/" + part.name() + " ("
                                        + part.ready() + " of " + part.desired() + ")")
                                .toList(),
                        "not ready",
                        QuotaChecks.causeOr(
                                seen,
                                part -> !part.part().equals("installer"),
                                "kubectl get pods and kubectl logs of that namespace say why; of the installer, the nodes"
                                        + " below do.")));
    }

    private static Check reached(Picture seen) {
        var hint = "webhook-unreachable";
        return Answers.of(
                REACHED,
                hint,
                seen.warnings(),
                List.of(),
                events -> events.stream()
                        .filter(event -> event.reason().equals(ReachReasons.UNREACHABLE))
                        .filter(event -> event.last().isAfter(seen.now().minus(RECENT)))
                        .filter(event -> events.stream().noneMatch(other -> isLater(other, event)))
                        .findFirst()
                        .map(event -> Check.wrong(REACHED, event.message(), hint))
                        .orElseGet(() -> Check.right(REACHED, hint)));
    }

    /** Whether what was told is taken back. */
    private static boolean isLater(EventView other, EventView than) {
        return other.reason().equals(ReachReasons.REACHABLE) && other.last().isAfter(than.last());
    }

    private static Check versions(Picture seen) {
        var hint = "versions";
        return Answers.of(VERSIONS, hint, seen.release(), ReleaseView.NONE, release -> {
            Set<String> versions = new TreeSet<>();
            release.parts().stream()
                    .map(WorkloadView::version)
                    .filter(version -> !version.isEmpty())
                    .forEach(versions::add);
            if (versions.isEmpty() || versions.equals(Set.of(seen.client()))) {
                return Check.right(VERSIONS, hint);
            }
            return Check.warning(
                    VERSIONS,
                    "the release is of " + String.join(" and ", versions) + ", this program of " + seen.client()
                            + "\nThat works; what is said here may lack what the newer one knows.",
                    hint);
        });
    }
}
