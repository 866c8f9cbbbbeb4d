// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.status;

import io.linkerd.multus.contracts.plans.Notice;
import io.linkerd.multus.contracts.plans.Notice.Subject;
import io.linkerd.multus.contracts.plans.Notice.Weight;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.results.CniIp;
import io.linkerd.multus.daemon.results.CniResult;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An Event about a pod, told in the name of {@value #COMPONENT}.
 *
 * @param reason one word, for machines
 */
public record PodEvent(Weight weight, String reason, String message) {
    /** The component whose Events these are; programs and people know Multus' by it. */
    public static final String COMPONENT = "multus";

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
        return Optional.of(
                new PodEvent(Weight.NORMAL, "AddedInterface", "Add " + interfaceName + " " + addresses + from));
    }

    /** {@return the Event for a network that a pod's annotation names and that cannot be had, with what the API server said} */
    public static PodEvent noNetworkFound(String namespace, String name, String cause) {
        return new PodEvent(Weight.WARNING, "NoNetworkFound", notFound(namespace, name, cause));
    }

    /** {@return it, told of that pod} */
    public Notice of(PodIdentity pod) {
        return new Notice(
                Subject.pod(pod.namespace(), pod.name(), pod.uid()), weight, reason, message, Optional.empty());
    }

    /** {@return the same in the words in which the runtime is told, too} */
    public static String notFound(String namespace, String name, String cause) {
        return "cannot find a network-attachment-definition (" + name + ") in namespace (" + namespace + "): " + cause;
    }
}
