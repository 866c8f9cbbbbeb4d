// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

/** The pod that a request is about, as the container runtime names it. */
public record PodIdentity(String namespace, String name, String uid) {

    /** {@return how messages name it} */
    public String inBrackets() {
        return "[" + namespace + "/" + name + "/" + uid + "]";
    }
}
