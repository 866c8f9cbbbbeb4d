// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

/** What becomes of an ADD for a pod that the API server does not know. */
public enum UnknownPods {
    /** The container runtime is told to try again: a pod without its networks would look as if it had them. */
    TRIED_AGAIN,
    /** As upstream: success, with the address 0.0.0.0/0 and no network. */
    ANSWERED_WITHOUT_NETWORK
}
