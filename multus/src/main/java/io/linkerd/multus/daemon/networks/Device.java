// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import java.util.Optional;

/**
 * A device that a network uses.
 *
 * @param resourceName of the resource that the kubelet has allotted it from; empty where the pod names the device itself
 */
public record Device(String id, Optional<String> resourceName) {
    private static final String FOLDER = "/var/run/k8s.cni.cncf.io/devinfo/";

    /** {@return where a device plugin describes the device; empty where no device plugin has allotted it} */
    public Optional<String> description() {
        return resourceName.map(resource -> FOLDER + "dp/" + flat(resource) + "-" + flat(id) + "-device.json");
    }

    /** {@return where a CNI plugin finds or writes the description of what it uses} */
    public static String infoFile(String delegate, Sandbox sandbox, String interfaceName) {
        return FOLDER + "cni/" + flat(delegate + "-" + sandbox.containerId() + "_" + interfaceName);
    }

    private static String flat(String text) {
        return text.replace('/', '-');
    }
}
