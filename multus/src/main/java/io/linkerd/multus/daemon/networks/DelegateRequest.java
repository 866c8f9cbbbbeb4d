// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.networks;

import io.linkerd.multus.contracts.Result;
import java.util.Optional;

/**
 * A network that a pod gets, before its place among the others is known.
 *
 * @param name by which it is shown: of the NetworkAttachmentDefinition with its namespace, else of the configuration
 */
public record DelegateRequest(DelegateConfig config, String name, NetworkWishes wishes, Optional<Device> device) {

    /** {@return the network of a configuration by itself} */
    static DelegateRequest of(DelegateConfig config) {
        return new DelegateRequest(config, config.name(), NetworkWishes.NONE, Optional.empty());
    }

    /** {@return the network of a configuration, an interface and an optional device that the kubelet has allotted} */
    static Result<DelegateRequest> of(DelegateConfig config, SelectionElement element, Optional<Device> allotted) {
        var wishes = element.wishes();
        var device = allotted.or(() -> wishes.deviceId().map(id -> new Device(id, Optional.empty())));
        return allotted.map(config::with)
                .orElseGet(() -> new Result.Ok<>(config))
                .then(read -> read.with(wishes.cniArgs()))
                .map(read -> new DelegateRequest(
                        read,
                        element.network().name().isEmpty()
                                ? read.name()
                                : element.network().toString(),
                        wishes,
                        device));
    }
}
