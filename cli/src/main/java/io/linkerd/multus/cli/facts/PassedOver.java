// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli.facts;

/**
 * Why Linkerd's injector gives a pod no proxy.
 *
 * @param words a sentence about the pod
 */
public record PassedOver(Reason reason, String words) {
    /** What kind of reason, by which the remedy goes. */
    public enum Reason {
        /** No annotation asks for it, or one says otherwise. */
        NOT_ASKED,
        /** It has the network of its node. */
        NODE_NETWORK,
        /** Another mesh has it, or this one by hand. */
        OTHER_MESH,
        /** Its namespace keeps Linkerd's webhooks away. */
        WEBHOOKS_OFF,
        /** The injector's webhook leaves its namespace out. */
        NOT_SENT_NAMESPACE,
        /** The injector's webhook leaves pods with its label out. */
        NOT_SENT_LABEL;

        /** {@return whether such a pod cannot be said to ask for the mesh} */
        public boolean isBeforeAdmission() {
            return this == NOT_ASKED || this == NODE_NETWORK;
        }
    }
}
