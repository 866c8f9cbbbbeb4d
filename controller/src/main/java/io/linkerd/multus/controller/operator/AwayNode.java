// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.operator;

import io.linkerd.multus.contracts.GoText;
import java.util.Comparator;

/**
 * A node that cannot have, or not finish, a pod of the installer.
 *
 * @param detail what else is known of it, for a person; empty where nothing is
 * @param isStuck whether the node keeps a pod that nothing ends: it has been deleted, or the node has; the DaemonSet may not want the node any
 *     more
 */
record AwayNode(String name, Cause cause, String detail, boolean isStuck) {
    /** The scheduler's message names every reason of every node. */
    private static final int LONGEST = 200;

    /** Worst first: where a node is Ready, pods are sent to it, and those of the mesh do not start there. */
    static final Comparator<AwayNode> WORST_FIRST =
            Comparator.comparing(AwayNode::cause).thenComparing(AwayNode::name);

    /** Why, in the order of the harm that it does. */
    enum Cause {
        /** The scheduler finds no place for the pod: no room, or a selector or taint of which the DaemonSet does not know. */
        UNSCHEDULABLE("Unschedulable"),
        /** The kubelet does not admit the pod, or has evicted it. */
        NOT_ADMITTED("NotAdmitted"),
        /** The pod does not start, and the node's processor is not of the kind that the operator's own node has. */
        OTHER_ARCHITECTURE("OtherArchitecture"),
        /** Its kubelet says nothing, or that the node is not Ready, or the node has been deleted. */
        NOT_READY("NodeNotReady");

        private final String reason;

        Cause(String reason) {
            this.reason = reason;
        }

        /** {@return the reason of a condition, one word in camel case} */
        String reason() {
            return reason;
        }
    }

    AwayNode {
        detail = GoText.shorten(detail, LONGEST, " …");
    }

    /** As a condition names it. */
    @Override
    public String toString() {
        return name + " (" + cause.reason() + (detail.isEmpty() ? "" : ": " + detail) + ")";
    }
}
