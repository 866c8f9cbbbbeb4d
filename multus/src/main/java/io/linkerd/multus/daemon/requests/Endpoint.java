// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** Where a command is sent to. */
public enum Endpoint {
    /** {@code /cni}: a container runtime's commands about pods and all of their networks. */
    CNI,
    /** {@code /delegate}: a controller's commands about one network of a pod that runs. */
    DELEGATE
}
