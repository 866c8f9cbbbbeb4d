// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegatePlan;
import io.linkerd.multus.daemon.networks.NetworkDefinition;
import io.linkerd.multus.daemon.networks.NetworkName;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.networks.SeenNetworks;
import io.linkerd.multus.daemon.networks.SeenPath;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.daemon.status.PodEvent;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes plans of networks, and looks at what they depend on: files, definitions, and devices. */
final class NetworkLookUp {
    private static final Logger log = LoggerFactory.getLogger(NetworkLookUp.class);

    private final Definitions definitions;
    private final PodDevices devices;

    NetworkLookUp(Definitions definitions, PodDevices devices) {
        this.definitions = definitions;
        this.devices = devices;
    }

    /** What came of a plan. */
    sealed interface Networks {
        /** These. */
        record Planned(List<Delegate> delegates) implements Networks {}

        /** None, why, and what the pod's owner is told of it. */
        record Refused(CniError why, List<PodEvent> events) implements Networks {}
    }

    /** {@return the networks by a plan that is made again with all that it asked for} */
    Networks find(Function<SeenNetworks, DelegatePlan> planning, PodIdentity pod, Deadline deadline) {
        var seen = SeenNetworks.NOTHING;
        while (true) {
            switch (planning.apply(seen)) {
                case DelegatePlan.Delegates(var delegates, var notices) -> {
                    notices.forEach(notice -> log.atWarn()
                            .addKeyValue("pod", pod.inBrackets())
                            .addKeyValue("reason", notice)
                            .log("pods do not get the auxiliary chain"));
                    return new Networks.Planned(delegates);
                }
                case DelegatePlan.Refused(var text, var noNetworkFound) -> {
                    var events = noNetworkFound.stream()
                            .map(message -> new PodEvent("Warning", "NoNetworkFound", message))
                            .toList();
                    return new Networks.Refused(CniError.of(text), events);
                }
                case DelegatePlan.LookUp lookUp -> {
                    switch (look(lookUp, pod, deadline)) {
                        case Result.Ok<SeenNetworks>(var more) -> seen = seen.and(more);
                        case Result.Not<SeenNetworks>(var reason) -> {
                            return new Networks.Refused(Failure.tryAgain(pod, reason), List.of());
                        }
                    }
                }
            }
        }
    }

    private Result<SeenNetworks> look(DelegatePlan.LookUp lookUp, PodIdentity pod, Deadline deadline) {
        var found = new HashMap<NetworkName, Optional<NetworkDefinition>>();
        for (var name : lookUp.definitions()) {
            switch (definitions.find(name, deadline)) {
                case Finding.Found<NetworkDefinition>(var definition) -> found.put(name, Optional.of(definition));
                case Finding.Absent<NetworkDefinition> _ -> found.put(name, Optional.empty());
                case Finding.Unknown<NetworkDefinition>(var reason) -> {
                    return new Result.Not<>("cannot get the network-attachment-definition " + name + ": " + reason);
                }
            }
        }
        var paths = new HashMap<String, SeenPath>();
        lookUp.paths().forEach(path -> paths.put(path, NodeFiles.look(path)));
        Optional<Result<Map<String, List<String>>>> allotted =
                lookUp.devices() ? Optional.of(devices.of(pod, deadline)) : Optional.empty();
        return new Result.Ok<>(new SeenNetworks(found, paths, allotted));
    }
}
