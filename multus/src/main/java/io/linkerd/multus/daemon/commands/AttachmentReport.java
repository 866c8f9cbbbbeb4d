// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.delegates.AddedNetwork;
import io.linkerd.multus.daemon.networks.Sandbox;
import io.linkerd.multus.daemon.results.CniResult;
import io.linkerd.multus.daemon.status.AttachedNetwork;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.daemon.status.StatusAnnotation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What Kubernetes is told of a pod's networks. */
record AttachmentReport(List<AddedNetwork> networks, Sandbox sandbox, DeviceDescriptions descriptions) {

    Optional<StatusAnnotation> annotation() {
        return StatusAnnotation.of(networks.stream()
                .flatMap(network -> result(network)
                        .map(result -> new AttachedNetwork(
                                network.delegate().name(),
                                network.delegate().first(),
                                descriptions.of(network.delegate(), sandbox),
                                result)))
                .toList());
    }

    List<PodEvent> events() {
        return networks.stream()
                .flatMap(network -> result(network)
                        .flatMap(result -> PodEvent.addedInterface(
                                network.delegate().interfaceName(),
                                network.delegate().name(),
                                result)
                                .stream()))
                .toList();
    }

    /** One that cannot be read was refused before. */
    private static Stream<CniResult> result(AddedNetwork network) {
        return SandboxHooks.result(network) instanceof Result.Ok<CniResult>(var result)
                ? Stream.of(result)
                : Stream.empty();
    }
}
