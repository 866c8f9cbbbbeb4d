// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.results;

/**
 * An interface that a plugin has made, in the pod or on the host.
 *
 * @param mac empty where it is not told
 * @param mtu 0 where it is not told, as before version 1.1.0
 * @param sandbox the pod's network namespace; empty for an interface of the host's
 * @param socketPath of an interface in user space, else empty
 * @param pciId of a device that was passed to the pod, else empty
 */
public record CniInterface(String name, String mac, long mtu, String sandbox, String socketPath, String pciId) {

    /** An interface with what each version tells. */
    public CniInterface(String name, String mac, String sandbox) {
        this(name, mac, 0, sandbox, "", "");
    }

    /** {@return whether it is the pod's} */
    public boolean isPods() {
        return !sandbox.isEmpty();
    }

    CniInterface asBefore1() {
        return new CniInterface(name, mac, sandbox);
    }

    String json() {
        return new ObjectText()
                .text("name", name)
                .textIfAny("mac", mac)
                .numberIfAny("mtu", mtu)
                .textIfAny("sandbox", sandbox)
                .textIfAny("socketPath", socketPath)
                .textIfAny("pciID", pciId)
                .toString();
    }
}
