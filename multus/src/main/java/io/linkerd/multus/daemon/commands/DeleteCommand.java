// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.caches.CacheReading;
import io.linkerd.multus.daemon.caches.CachedNetwork;
import io.linkerd.multus.daemon.commands.NetworkLookUp.Networks;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegatePlan;
import io.linkerd.multus.daemon.networks.PodAnnotations;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** DEL: of a container nothing is left, whether or not its pod is still known. CHECK asks about the same networks. */
final class DeleteCommand {
    private static final Logger log = LoggerFactory.getLogger(DeleteCommand.class);

    private final ClusterAccess cluster;
    private final Node node;

    DeleteCommand(ClusterAccess cluster, Node node) {
        this.cluster = cluster;
        this.node = node;
    }

    Outcome carryOut(ContainerCommand command, Deadline deadline) {
        var tooLong = command.keptTooLong();
        if (tooLong.isPresent()) {
            return new Outcome.Failed(tooLong.get());
        }
        var outcome = node.run(command.conf().binDir())
                .delete(delegates(command, deadline), command.context(), new SandboxHooks(command, node), deadline);
        boolean isCutShort = outcome.error().isPresent() && deadline.left().isZero();
        if (!isCutShort && !outcome.isToBeRetried(command.conf().retryDeleteOnError())) {
            forget(command);
        }
        return Outcome.of(outcome.error());
    }

    private List<Delegate> delegates(ContainerCommand command, Deadline deadline) {
        var networks = new KeptNetworks(command);
        var listed = switch (command.caches().networks(command.containerId())) {
            case CacheReading.Found<List<CachedNetwork>>(var list) -> networks.delegates(list);
            case CacheReading.Absent<List<CachedNetwork>> _ -> planned(command, deadline);
            case CacheReading.Unusable<List<CachedNetwork>>(var reason) -> {
                log.atWarn()
                        .addKeyValue("container", command.containerId())
                        .addKeyValue("reason", reason)
                        .log("the list of a container's networks cannot be read; they are planned anew");
                yield planned(command, deadline);
            }
        };
        return Stream.concat(listed.stream(), networks.others(listed).stream()).toList();
    }

    /** {@return what the container must have had} Without its pod that is what every pod has, and what results are kept of. */
    private List<Delegate> planned(ContainerCommand command, Deadline deadline) {
        var annotations = cluster.pods().find(command.pod(), deadline) instanceof Finding.Found<Pod>(var pod)
                        && pod.is(command.pod())
                ? pod.annotations()
                : PodAnnotations.NONE;
        var request = command.asking(annotations);
        var lookUp = new NetworkLookUp(cluster.definitions(), node.devices(), command.share());
        return switch (lookUp.find(
                seen -> DelegatePlan.of(request, command.settings(), seen), command.pod(), deadline)) {
            case Networks.Planned(var delegates) -> inVersion(delegates, command);
            case Networks.Refused(var _, var _) ->
                switch (lookUp.find(
                        seen -> DelegatePlan.ofDefaults(request, command.settings(), seen), command.pod(), deadline)) {
                    case Networks.Planned(var delegates) -> inVersion(delegates, command);
                    case Networks.Refused(var why, var _) -> {
                        log.atWarn()
                                .addKeyValue("container", command.containerId())
                                .addKeyValue("reason", why.text())
                                .log(
                                        "the networks of a container are not known; none is taken away but those with results");
                        yield List.of();
                    }
                };
        };
    }

    private static List<Delegate> inVersion(List<Delegate> delegates, ContainerCommand command) {
        return delegates.stream()
                .map(delegate -> delegate.with(
                        delegate.config().orOfVersion(command.conf().cniVersion())))
                .toList();
    }

    private static void forget(ContainerCommand command) {
        try {
            command.caches().forgetNetworks(command.containerId());
        } catch (FileChangeFailed e) {
            log.atWarn()
                    .addKeyValue("container", command.containerId())
                    .setCause(e)
                    .log("the list of networks of a container that is gone stays on the node");
        }
    }
}
