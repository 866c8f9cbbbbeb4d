// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import io.linkerd.multus.contracts.GoText;
import io.linkerd.multus.daemon.results.CniIp;
import io.linkerd.multus.daemon.results.CniResult;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An Event about a pod, told in the name of {@value #COMPONENT}.
 *
 * @param type as Kubernetes names it
 * @param reason one word, for machines
 * @param message of {@value #LONGEST} bytes at most, which is what the API server takes
 */
public record PodEvent(String type, String reason, String message) {
    /** The component whose Events these are; programs and people know Multus' by it. */
    public static final String COMPONENT = "multus";

    private static final int LONGEST = 1024;

    public PodEvent {
        message = GoText.cut(message, LONGEST, "…");
    }

    /**
     * {@return the Event for a network whose plugin made an interface or gave an address}
     *
     * @param interfaceName in the pod
     * @param network its name with its namespace; empty where it has none
     */
    public static Optional<PodEvent> addedInterface(String interfaceName, String network, CniResult result) {
        var newest = result.newest();
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        var addresses = newest.ips().stream()
                .map(CniIp::address)
                .map(Object::toString)
                .collect(Collectors.joining(" ", "[", "]"));
        var from = network.isEmpty() ? "" : " from " + network;
        return Optional.of(new PodEvent("Normal", "AddedInterface", "Add " + interfaceName + " " + addresses + from));
    }

    /** {@return the Event for a network that a pod's annotation names and that cannot be had, with what the API server said} */
    public static PodEvent noNetworkFound(String namespace, String name, String cause) {
        return new PodEvent("Warning", "NoNetworkFound", notFound(namespace, name, cause));
    }

    /** {@return the same in the words in which the runtime is told, too} */
    public static String notFound(String namespace, String name, String cause) {
        return "cannot find a network-attachment-definition (" + name + ") in namespace (" + namespace + "): " + cause;
    }
}
