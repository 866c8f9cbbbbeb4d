// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.checks;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What namespaces have to have. */
final class NamespaceChecks {
    private static final String MEANT = "what namespaces say is taken as it was meant";
    private static final String ATTACHED = "each namespace that asks for it has its attachment";
    private static final String MESHED = "each namespace that is attached is meshed, too";

    private NamespaceChecks() {}

    static Category of(Picture seen) {
        return new Category("linkerd-multus-namespaces", List.of(meant(seen), attached(seen), meshed(seen)));
    }

    private static Check meant(Picture seen) {
        var hint = "not-asked-to-be-attached";
        return Answers.of(
                MEANT,
                hint,
                seen.namespaces(),
                List.of(),
                namespaces -> Answers.noneOf(
                        MEANT,
                        hint,
                        namespaces.stream()
                                .flatMap(namespace -> namespace.marks().optInProblem().stream()
                                        .map(problem -> namespace.name() + ": its " + problem.inWords(GoText::quote)))
                                .toList(),
                        "what does not count",
                        "kubectl annotate --overwrite namespace NAME " + Linkerd.MULTUS + "=" + Linkerd.ENABLED
                                + ", and make its pods anew (kubectl rollout restart)."));
    }

    private static Check attached(Picture seen) {
        var hint = "attachment-missing";
        if (seen.release().whyNot().isPresent()) {
            return Answers.notSeen(ATTACHED, hint, seen.release());
        }
        if (!seen.known().scope().attaches()) {
            return noneNeeded(hint);
        }
        return Answers.of(
                ATTACHED,
                hint,
                seen.namespaces(),
                List.of(),
                namespaces -> Answers.of(
                        ATTACHED,
                        hint,
                        seen.attachments(),
                        List.of(),
                        attachments -> missing(seen, namespaces, attachments)));
    }

    /** {@return that nothing about attachments can be wrong} */
    static Check noneNeeded(String hint) {
        return Check.right("no namespace needs an attachment (mode chained)", hint);
    }

    private static Check missing(Picture seen, List<NamespaceView> namespaces, List<AttachmentView> attachments) {
        var hint = "attachment-missing";
        Set<String> there = attachments.stream().map(AttachmentView::namespace).collect(Collectors.toSet());
        return Answers.noneOf(
                ATTACHED,
                hint,
                namespaces.stream()
                        .filter(NamespaceView::asksToBeAttached)
                        .flatMap(namespace -> missing(seen, namespace).stream())
                        .filter(place -> !there.contains(place))
                        .distinct()
                        .map(place -> place + QuotaChecks.inTheWay(seen, place))
                        .toList(),
                "without NetworkAttachmentDefinition linkerd-cni",
                "The controller makes it: the Events of these namespaces say what the API server refuses or what is in the way.");
    }

    /** {@return where its attachment has to be} An extension's namespace, such as our own, asks by its label, and may be left alone. */
    private static Optional<String> missing(Picture seen, NamespaceView namespace) {
        return seen.known().leavesAlone(namespace.name())
                ? Optional.of(namespace.name()
                                + " (left alone: global.excludedNamespaces, global.excludeOpenShiftNamespaces)")
                        .filter(_ -> namespace.marks().optIn() == NamespaceOptIn.ASKED)
                : Optional.of(seen.known().scope().placeFor(namespace.name()));
    }

    private static Check meshed(Picture seen) {
        var hint = "not-asked-into-the-mesh";
        return Answers.of(MESHED, hint, seen.namespaces(), List.of(), namespaces -> {
            var unmeshed = namespaces.stream()
                    .filter(namespace -> namespace.marks().multus().equals(Optional.of(Linkerd.ENABLED)))
                    .filter(namespace -> namespace.inject().isEmpty() && !namespace.controlPlane())
                    .map(NamespaceView::name)
                    .toList();
            return unmeshed.isEmpty()
                    ? Check.right(MESHED, hint)
                    : Check.warning(
                            MESHED,
                            "annotated with " + Linkerd.MULTUS + ", and not with " + Linkerd.INJECT + ": "
                                    + Answers.few(unmeshed)
                                    + "\nOf their pods those alone are meshed that say so themselves. kubectl annotate namespace NAME "
                                    + Linkerd.INJECT + "=" + Linkerd.ENABLED + " meshes all.",
                            hint);
        });
    }
}
