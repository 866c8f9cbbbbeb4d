// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.chain;

import io.linkerd.multus.cli.facts.AttachmentView;
import io.linkerd.multus.cli.facts.NamespaceView;
import io.linkerd.multus.cli.facts.PassedOver;
import io.linkerd.multus.cli.facts.Sight;
import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.cniconfig.CniConfig;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.Multus;
import io.linkerd.multus.contracts.networks.NetworkSelection;
import io.linkerd.multus.contracts.optin.NamespaceOptIn;
import java.util.Optional;

/** The links before there is a pod: what its namespace and itself ask for, and what the controller made for it. */
final class Asking {
    private Asking() {}

    static Answer mesh(PodCase seen) {
        if (seen.pod().isInjected()) {
            return Answer.right("it has a proxy");
        }
        var own = seen.pod().annotation(Linkerd.INJECT);
        if (own.isEmpty() && seen.namespace().whyNot().isPresent()) {
            return Answer.unknown(seen.namespace().whyNot().orElse(""));
        }
        return seen.injectable()
                .passedOver()
                .filter(over -> over.reason().isBeforeAdmission())
                .map(over -> Answer.wrong(
                        over.words(),
                        over.reason() == PassedOver.Reason.NODE_NETWORK
                                ? "run it without hostNetwork, or go without the mesh for it"
                                : toMesh(seen)))
                .orElseGet(() -> Answer.right(own.map(said -> "its annotation " + Linkerd.INJECT + " is " + said)
                        .orElseGet(() -> "annotation " + Linkerd.INJECT + " of namespace "
                                + seen.pod().namespace() + " asks for it")));
    }

    private static String toMesh(PodCase seen) {
        return annotate(seen, Linkerd.INJECT)
                + seen.pod()
                        .annotation(Linkerd.INJECT)
                        .filter(said -> !said.equals(Linkerd.ENABLED))
                        .map(_ -> "; take the annotation off its template")
                        .orElse("");
    }

    private static String annotate(PodCase seen, String annotation) {
        return "kubectl annotate --overwrite namespace " + seen.pod().namespace() + " " + annotation + "="
                + Linkerd.ENABLED + ", and make its pods anew (kubectl rollout restart)";
    }

    static Answer attachment(PodCase seen) {
        return seen.unlessModeIsUnknown(asked(seen));
    }

    private static Answer asked(PodCase seen) {
        if (!seen.release().scope().attaches()) {
            return Answer.right("the container runtime calls the plugin for every pod (mode chained)");
        }
        var own = seen.pod().annotation(Linkerd.MULTUS);
        if (own.filter(said -> !said.equals(Linkerd.ENABLED)).isPresent()) {
            return Answer.wrong(
                    "its annotation " + Linkerd.MULTUS + " is " + GoText.quote(own.orElse(""))
                            + ", which keeps linkerd-multus away from it",
                    "take the annotation off its template, or write " + Linkerd.ENABLED);
        }
        if (own.isPresent()) {
            return Answer.right("its annotation " + Linkerd.MULTUS + " is " + Linkerd.ENABLED);
        }
        if (isControlPlane(seen)) {
            return Answer.right("it is of Linkerd's control plane");
        }
        return seen.namespace()
                .seen()
                .map(namespace -> byNamespace(seen, namespace))
                .orElseGet(() -> seen.namespace()
                        .whyNot()
                        .map(Answer::unknown)
                        .orElseGet(() -> Answer.unknown("its namespace is gone")));
    }

    private static boolean isControlPlane(PodCase seen) {
        return seen.pod().namespace().equals(seen.linkerd())
                && !seen.pod()
                        .labels()
                        .getOrDefault(Linkerd.CONTROL_PLANE_COMPONENT, "")
                        .isEmpty();
    }

    private static Answer byNamespace(PodCase seen, NamespaceView namespace) {
        return switch (namespace.marks().optIn()) {
            case NamespaceOptIn.ASKED -> Answer.right("namespace " + namespace.name() + " asks for it");
            case NamespaceOptIn.EXTENSION -> Answer.right("namespace " + namespace.name() + " is an extension's");
            case NamespaceOptIn.NONE -> notAsked(seen, namespace);
        };
    }

    private static Answer notAsked(PodCase seen, NamespaceView namespace) {
        var words = "namespace " + namespace.name()
                + namespace
                        .marks()
                        .optInProblem()
                        .map(problem -> ": its " + problem.inWords(GoText::quote))
                        .orElse(" has no annotation " + Linkerd.MULTUS);
        var remedy = annotate(seen, Linkerd.MULTUS);
        return isAttached(seen) ? Answer.warning(words, remedy) : Answer.wrong(words, remedy);
    }

    /** One that was attached when it was made stays so. */
    private static boolean isAttached(PodCase seen) {
        return seen.pod().hasNetwork()
                && NetworkSelection.mayName(
                        seen.pod().annotation(Multus.NETWORKS).orElse(""), Multus.ATTACHMENT);
    }

    static Answer attachmentThere(PodCase seen) {
        var scope = seen.release().scope();
        if (!scope.attaches()) {
            return Answer.right("none is needed");
        }
        var place = scope.placeFor(seen.pod().namespace());
        return switch (seen.attachment()) {
            case Sight.Seen<AttachmentView>(var attachment) -> seen.unlessModeIsUnknown(judged(attachment));
            case Sight.Absent<AttachmentView> _
            when seen.release().parts().isEmpty() ->
                Answer.unknown("namespace " + place + " has no " + Multus.KIND + " " + Multus.ATTACHMENT
                        + "; whether it needs one is not known, since no release is to be seen");
            case Sight.Absent<AttachmentView> _
            when seen.release().leavesAlone(seen.pod().namespace()) ->
                Answer.wrong(
                        "linkerd-multus was told to leave namespace "
                                + seen.pod().namespace() + " alone",
                        "take it out of global.excludedNamespaces (of openshift-*: global.excludeOpenShiftNamespaces=false), or"
                                + " go without the mesh there");
            case Sight.Absent<AttachmentView> _ ->
                Answer.wrong(
                        "namespace " + place + " has no " + Multus.KIND + " " + Multus.ATTACHMENT,
                        "linkerd-multus' controller makes it: see linkerd-multus check, and the Events of namespace "
                                + place);
            case Sight.Denied<AttachmentView> _, Sight.Failed<AttachmentView> _ ->
                Answer.unknown(seen.attachment().whyNot().orElse(""));
        };
    }

    private static Answer judged(AttachmentView attachment) {
        if (attachment.config().isEmpty()) {
            return Answer.right("the plugin's configuration is a file of each node");
        }
        return broken(attachment)
                .map(reason -> Answer.wrong(
                        "the " + Multus.KIND + " " + attachment.namespace() + "/" + Multus.ATTACHMENT
                                + " cannot be used: " + reason,
                        attachment.isOurs()
                                ? "mend Linkerd's ConfigMap linkerd-cni-config; the controller follows it"
                                : "delete it: linkerd-multus makes another one, and leaves what others made"))
                .orElseGet(() -> attachment.isOurs()
                        ? Answer.right("linkerd-multus keeps it")
                        : Answer.warning(
                                "it was not made by linkerd-multus, which leaves it as it is",
                                "delete it, and linkerd-multus makes its own"));
    }

    private static Optional<String> broken(AttachmentView attachment) {
        return switch (CniConfig.read(attachment.config())) {
            case Result.Ok<?> _ -> Optional.empty();
            case Result.Not<?>(var reason) -> Optional.of(reason);
        };
    }
}
