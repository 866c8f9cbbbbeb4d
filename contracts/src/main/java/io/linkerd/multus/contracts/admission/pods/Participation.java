// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.admission.pods;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.optin.NamespaceMarks;
import io.linkerd.multus.contracts.optin.OptInProblem;
import java.util.Optional;

/** Whether a pod takes part in what we do. */
sealed interface Participation {

    /** {@return what it depends on, in a word} */
    PodCause cause();

    /** {@return the same where the container runtime calls the plugin for every pod, so that no attachment has to be there} */
    default Participation withoutAttachments() {
        return switch (this) {
            case IfAttachmentExists(var asked, var _) -> new Full(asked);
            case Full _, None _ -> this;
        };
    }

    /** It does: its namespace has the attachment, or soon will; or it needs none. */
    record Full(PodCause cause) implements Participation {}

    /**
     * It does where somebody has put the attachment into its namespace, for the controller puts it only into namespaces that opted
     * in, into those of extensions and into the control plane's; without, it must not start.
     *
     * @param cause what asks for it
     * @param reason the same in a sentence
     */
    record IfAttachmentExists(PodCause cause, String reason) implements Participation {}

    /**
     * It stays as it is.
     *
     * @param cause why
     * @param reason the same in a sentence
     * @param warning what its owner should know
     * @param certain whether a fresher look at the namespace could not change that
     */
    record None(PodCause cause, String reason, Optional<String> warning, boolean certain) implements Participation {}

    String OWN_RULES = "this pod has the init container linkerd-init, so Linkerd's CNI plugin would do nothing for it;"
            + " install Linkerd with cniEnabled=true";

    /** {@return whether a pod takes part, from the pod, its namespace and the name of the control plane's} */
    static Participation of(Pod pod, String namespace, NamespaceMarks facts, String controlPlaneNamespace) {
        return reasonAgainst(pod)
                .<Participation>map(none -> none)
                .orElseGet(() -> byOptIn(pod, namespace, facts, controlPlaneNamespace));
    }

    /** {@return what in the pod alone keeps it out} */
    static Optional<None> reasonAgainst(Pod pod) {
        if (pod.proxy().isEmpty()) {
            return Optional.of(
                    new None(PodCause.NO_PROXY, "it has no container " + Linkerd.PROXY, Optional.empty(), true));
        }
        if (pod.hostNetwork()) {
            return Optional.of(
                    new None(PodCause.HOST_NETWORK, "it has the network of its node", Optional.empty(), true));
        }
        var annotation = pod.annotation(Linkerd.MULTUS).orElse("");
        if (!annotation.isEmpty() && !annotation.equals(Linkerd.ENABLED)) {
            var said = GoText.printable(GoText.shorten(annotation));
            var warning = OptInProblem.of(Optional.of(annotation), Optional.empty(), false)
                    .map(_ -> "annotation " + Linkerd.MULTUS + "=" + said + " is neither " + Linkerd.ENABLED + " nor "
                            + Linkerd.DISABLED + " and keeps linkerd-multus away from this pod");
            return Optional.of(new None(PodCause.POD_OPTED_OUT, "its annotation says " + said, warning, true));
        }
        return Optional.empty();
    }

    /**
     * {@return what of the pod or of its namespace is not taken as it was meant, and what comes of it}
     *
     * @param takesPart whether the pod takes part by what they say
     */
    static Optional<String> optInProblem(Pod pod, String namespace, NamespaceMarks facts, boolean takesPart) {
        var label = Optional.ofNullable(pod.labels().get(Linkerd.MULTUS));
        var outcome = takesPart ? ", so this pod takes part" : ", so linkerd-multus leaves this pod as it is";
        return OptInProblem.of(pod.annotation(Linkerd.MULTUS), label, takesPart)
                .map(problem -> "this pod's " + problem.inWords(GoText::quote))
                .or(() -> facts.optInProblem()
                        .map(problem -> "namespace " + namespace + ": its " + problem.inWords(GoText::quote)))
                .map(words -> words + outcome);
    }

    private static Participation byOptIn(
            Pod pod, String namespace, NamespaceMarks facts, String controlPlaneNamespace) {
        boolean podOptedIn = pod.annotation(Linkerd.MULTUS).isPresent();
        boolean controlPlane = namespace.equals(controlPlaneNamespace)
                && !pod.labels()
                        .getOrDefault(Linkerd.CONTROL_PLANE_COMPONENT, "")
                        .isEmpty();
        if (!podOptedIn && !controlPlane && !facts.optIn().optedIn()) {
            var problem = optInProblem(pod, namespace, facts, false);
            return new None(PodCause.NOT_OPTED_IN, "neither it nor its namespace opted in", problem, false);
        }
        if (pod.makesItsOwnRules()) {
            return new None(PodCause.OWN_RULES, "it has linkerd-init", Optional.of(OWN_RULES), true);
        }
        if (controlPlane) {
            return new Full(PodCause.CONTROL_PLANE);
        }
        return switch (facts.optIn()) {
            case ASKED -> new Full(PodCause.NAMESPACE_OPTED_IN);
            case EXTENSION -> new Full(PodCause.EXTENSION);
            case NONE ->
                new IfAttachmentExists(PodCause.POD_OPTED_IN, "its annotation " + Linkerd.MULTUS + " opted in");
        };
    }
}
