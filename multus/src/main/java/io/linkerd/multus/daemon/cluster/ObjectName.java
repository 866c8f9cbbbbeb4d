// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.cluster;

/** Names an object of some kind that lies in a namespace. */
record ObjectName(String namespace, String name) {
    /** {@return by which it is found among those of its kind} */
    String key() {
        return namespace + "/" + name;
    }
}
