// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.repair.plan;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.names.SandboxedRuntime;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.controller.pods.plan.MeshPod;
import io.linkerd.multus.controller.pods.plan.PodOwner;
import java.util.Optional;

/** What a person is told about pods without rules: what was seen, what is done about it, and what to do. */
public final class RepairNotices {
    /** Reason of the Events about a pod that is replaced: on the pod, and on its owner. */
    static final String REPLACED = "UnmeshedPodReplaced";
    /** Reason of the Event about a pod that is to be replaced, and may not be evicted now. */
    static final String WAITING = "UnmeshedPodNotEvicted";
    /** Reason of the Event about a pod that stays as it is. */
    static final String LEFT = "UnmeshedPodLeft";
    /** Reason of the Event about an owner whose pods stay as they are, since others in their place ended alike. */
    static final String GIVEN_UP = "UnmeshedPodsGivenUp";

    private static final String VALIDATOR = Linkerd.NETWORK_VALIDATOR + " ended with " + Linkerd.NOT_REDIRECTED
            + ", so nothing redirects its traffic to its proxy";
    private static final String IF_AGAIN =
            " Successors that end alike are replaced after longer and longer pauses, and left after the fifth.";
    private static final String CAUSES =
            " Look for what lasts: a sandboxed runtime class (gVisor, Kata), whose traffic the rules do not reach; an iptables mode"
                    + " (linkerd-cni's iptablesMode) other than the node's; a policy that drops the validator's port. Then delete the pods that"
                    + " are left, and others take their place.";

    private RepairNotices() {}

    /** Told before anything is done, so that the replica that leads next knows of it. */
    public static Notice ofOwner(MeshPod pod, PodOwner owner) {
        return Notice.warning(
                        subject(pod, owner),
                        REPLACED,
                        "Pod " + pod.name() + where(pod) + ": " + VALIDATOR
                                + ". linkerd-multus evicts it, and another one takes its place." + IF_AGAIN
                                + sandbox(pod))
                .marked(Descent.of(pod, owner).node());
    }

    /** {@return that the pod goes} */
    public static Notice evicted(MeshPod pod) {
        return Notice.warning(
                subject(pod),
                REPLACED,
                text(pod, "linkerd-multus evicted it, and another one takes its place." + IF_AGAIN));
    }

    /** {@return that the pod may not go now, and what the API server says to that: a disruption budget, a policy, or that it is busy} */
    public static Notice waiting(MeshPod pod, String words) {
        return Notice.warning(
                subject(pod),
                WAITING,
                text(
                        pod,
                        "It may not be evicted now: the API server says \"" + words + "\". linkerd-multus"
                                + " tries again, after longer and longer pauses. Delete it, and another one takes its place."));
    }

    /** {@return that no more of the owner's pods are evicted} The same as long as it holds, whichever pod shows it. */
    public static Notice givenUp(MeshPod pod, PodOwner owner) {
        var node = Descent.of(pod, owner).node();
        return Notice.warning(
                        subject(pod, owner),
                        GIVEN_UP,
                        Linkerd.NETWORK_VALIDATOR + " of its pods ends with " + Linkerd.NOT_REDIRECTED
                                + ", and so did that of those which took"
                                + " the place of evicted ones, " + Lineage.MOST_ALIKE + " times in a row"
                                + node.map(name -> " on node " + name).orElse("")
                                + ": another pod does not help, and linkerd-multus evicts no more of them."
                                + sandbox(pod)
                                + CAUSES)
                .marked(Optional.of(node.orElse("")));
    }

    /** {@return what is to be told at the owner of a pod that stays; nothing where others of its pods may be helped} */
    public static Optional<Notice> ofUnhelpedOwner(Unhelped unhelped) {
        return unhelped.pod()
                .owner()
                .filter(_ -> unhelped.why() == Unhelped.Why.SUCCESSORS_ALIKE)
                .map(owner -> givenUp(unhelped.pod(), owner));
    }

    /** {@return that the pod stays, and what to do} */
    public static Notice left(Unhelped unhelped) {
        var pod = unhelped.pod();
        return Notice.warning(subject(pod), LEFT, text(pod, whyLeft(unhelped)));
    }

    private static String whyLeft(Unhelped unhelped) {
        return switch (unhelped.why()) {
            case NO_OWNER ->
                "No controller owns it, so nothing would make another one if linkerd-multus evicted it."
                        + " Delete it and create it again.";
            case STATIC ->
                "Its kubelet runs it from a file of the node, and an eviction would end its mirror alone. Move the file out of"
                        + " the kubelet's folder and back.";
            case ENDED ->
                "It has ended, and the kubelet does not start it again."
                        + unhelped.pod()
                                .owner()
                                .map(owner -> " Whether another one takes its place is for " + owner.kind() + " "
                                        + owner.name() + " to say.")
                                .orElse(" Delete it and create it again.");
            case INSTALLER_NOT_READY ->
                "The installer of linkerd-multus on its node is not ready, so another pod could end alike: it is evicted as soon as that"
                        + " is ready. Look at the installer's pod there.";
            case SUCCESSORS_ALIKE ->
                "It took the place of one that ended alike, " + Lineage.MOST_ALIKE
                        + " times in a row, so linkerd-multus evicts no more of them." + CAUSES;
        };
    }

    private static String text(MeshPod pod, String what) {
        return "This pod" + where(pod) + ": " + VALIDATOR + ". " + what + sandbox(pod);
    }

    private static Subject subject(MeshPod pod) {
        return Subject.pod(pod.namespace(), pod.name(), pod.uid());
    }

    private static String where(MeshPod pod) {
        var node = pod.place().node();
        return (node.isEmpty() ? "" : " on node " + node)
                + pod.place()
                        .runtimeClass()
                        .map(name -> " with runtimeClassName " + name)
                        .orElse("");
    }

    private static String sandbox(MeshPod pod) {
        return pod.place()
                .runtimeClass()
                .filter(SandboxedRuntime::isNamedBy)
                .map(name -> " Runtime class " + name
                        + " runs it in a sandbox with a network stack of its own, which the rules may not reach.")
                .orElse("");
    }

    private static Subject subject(MeshPod pod, PodOwner owner) {
        return new Subject(owner.apiVersion(), owner.kind(), pod.namespace(), owner.name(), owner.uid());
    }
}
