// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.plans.Notice.Weight;
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
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes plans of networks, and looks at what they depend on: files, definitions, and devices. */
final class NetworkLookUp {
    private static final Logger log = LoggerFactory.getLogger(NetworkLookUp.class);

    private final Definitions definitions;
    private final PodDevices devices;
    private final ConfigurationRoom.Share share;

    NetworkLookUp(Definitions definitions, PodDevices devices, ConfigurationRoom.Share share) {
        this.definitions = definitions;
        this.devices = devices;
        this.share = share;
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
            var known = seen;
            var plan = share.alone(() -> planning.apply(known), deadline);
            if (plan.isEmpty()) {
                return new Networks.Refused(Failure.noRoom(pod), List.of());
            }
            switch (plan.get()) {
                case DelegatePlan.Delegates delegates -> {
                    return planned(delegates, pod);
                }
                case DelegatePlan.Refused(var text, var noNetworkFound) -> {
                    var events = noNetworkFound.stream()
                            .map(message -> new PodEvent(Weight.WARNING, "NoNetworkFound", message))
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

    private Networks planned(DelegatePlan.Delegates plan, PodIdentity pod) {
        plan.notices()
                .forEach(notice -> log.atWarn()
                        .addKeyValue("pod", pod.inBrackets())
                        .addKeyValue("reason", notice)
                        .log("pods do not get the auxiliary chain"));
        return share.holds(plan.delegates().stream()
                        .mapToLong(NetworkLookUp::length)
                        .sum())
                ? new Networks.Planned(plan.delegates())
                : new Networks.Refused(Failure.noRoom(pod), List.of());
    }

    private static long length(Delegate delegate) {
        return delegate.config().text().length()
                + delegate.runtimeConfig().values().values().stream()
                        .mapToLong(String::length)
                        .sum();
    }

    private Result<SeenNetworks> look(DelegatePlan.LookUp lookUp, PodIdentity pod, Deadline deadline) {
        var found = new HashMap<NetworkName, Optional<NetworkDefinition>>();
        var problem = find(lookUp.definitions(), found, deadline);
        if (problem.isPresent()) {
            return new Result.Not<>(problem.get());
        }
        var paths = new HashMap<String, SeenPath>();
        lookUp.paths().forEach(path -> paths.put(path, NodeFiles.look(path)));
        Optional<Result<Map<String, List<String>>>> allotted =
                lookUp.devices() ? Optional.of(devices.of(pod, deadline)) : Optional.empty();
        return new Result.Ok<>(new SeenNetworks(found, paths, allotted));
    }

    /** Ends with the first definition that is missing, or makes too much of them: there will hardly be a plan. {@return what failed} */
    private Optional<String> find(
            Set<NetworkName> names, Map<NetworkName, Optional<NetworkDefinition>> found, Deadline deadline) {
        long length = 0;
        for (var name : names) {
            switch (definitions.find(name, deadline)) {
                case Finding.Found<NetworkDefinition>(var definition) -> {
                    found.put(name, Optional.of(definition));
                    length += definition.config().length();
                    if (!share.holds(length)) {
                        return Optional.of(Failure.NO_ROOM);
                    }
                    if (length > DelegatePlan.MOST_CONFIGURATION) {
                        return Optional.empty();
                    }
                }
                case Finding.Absent<NetworkDefinition> _ -> {
                    found.put(name, Optional.empty());
                    return Optional.empty();
                }
                case Finding.Unknown<NetworkDefinition>(var reason) -> {
                    return Optional.of("cannot get the network-attachment-definition " + name + ": " + reason);
                }
            }
        }
        return Optional.empty();
    }
}
