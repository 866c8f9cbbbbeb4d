// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.controller.attachments;

/** Which attachment the pods of a namespace refer to. */
sealed interface Provision {
    /** One of its own, where it takes part. */
    record Own() implements Provision {}

    /** Its own, which all others share; it has to be there, whether the namespace itself takes part or not. */
    record SharedHere() implements Provision {}

    /**
     * The shared one of another namespace.
     *
     * @param namespace that other one
     */
    record SharedIn(String namespace, State state) implements Provision {}

    /** What can be referred to now. */
    enum State {
        /** The shared one stands. */
        THERE,
        /** It does not stand yet. */
        AWAITED,
        /** Its namespace does not exist. */
        HOMELESS
    }
}
