// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.requests;

/** Where a command is sent to, by upstream's paths. */
public enum Endpoint {
    /** A container runtime's commands about pods and all of their networks. */
    CNI("/cni"),
    /** A controller's commands about one network of a pod that runs. */
    DELEGATE("/delegate");

    private final String path;

    Endpoint(String path) {
        this.path = path;
    }

    /** {@return its path} */
    public String path() {
        return path;
    }
}
