// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.contracts.plans.repair;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.PodFacts;
import io.linkerd.multus.contracts.plans.PodOwner;

/** What a person is told about pods without rules. */
public final class RepairNotices {
    /** Reason of the Events about a pod that is replaced: on the pod, and on its owner. */
    static final String REPLACED = "UnmeshedPodReplaced";
    /** Reason of the Event about a pod that is to be replaced, and may not be evicted now. */
    static final String WAITING = "UnmeshedPodNotEvicted";
    /** Reason of the Event about a pod that no controller would make anew. */
    static final String LEFT = "UnmeshedPodLeft";

    private static final String WHY =
            "was started before the CNI plugin of its node ran Linkerd's, so nothing redirects its" + " traffic ("
                    + Linkerd.NETWORK_VALIDATOR + " ended with " + Linkerd.NOT_REDIRECTED + ")";
    private static final String IF_AGAIN =
            " If its successors end so, too, look at the installer's pod on their node: this is tried once a minute.";

    private RepairNotices() {}

    /** Told before anything is done, so that the replica that leads next knows of it. */
    public static Notice ofOwner(PodFacts pod, PodOwner owner) {
        return Notice.warning(
                new Subject(owner.apiVersion(), owner.kind(), pod.namespace(), owner.name(), owner.uid()),
                REPLACED,
                "Pod " + pod.name() + " " + WHY + "; linkerd-multus evicts it, and another one takes its place."
                        + IF_AGAIN);
    }

    /** {@return that the pod goes} */
    public static Notice evicted(PodFacts pod) {
        return Notice.warning(
                subject(pod),
                REPLACED,
                "This pod " + WHY + "; linkerd-multus evicted it, and another one takes its place." + IF_AGAIN);
    }

    /** {@return that the pod may not go now} */
    public static Notice waiting(PodFacts pod) {
        return Notice.warning(
                subject(pod),
                WAITING,
                "This pod " + WHY
                        + ". It may not be evicted now (a PodDisruptionBudget, or a busy API server); linkerd-multus"
                        + " tries again, after longer and longer pauses. Delete it, and another one takes its place.");
    }

    /** {@return that the pod stays, since no controller owns it} */
    public static Notice left(PodFacts pod) {
        return Notice.warning(
                subject(pod),
                LEFT,
                "This pod " + WHY
                        + ". No controller owns it, so nobody would make another one if linkerd-multus deleted it."
                        + " Delete it and create it again.");
    }

    private static Subject subject(PodFacts pod) {
        return new Subject("v1", "Pod", pod.namespace(), pod.name(), pod.uid());
    }
}
