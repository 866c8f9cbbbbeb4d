// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.contracts.json.JsonText;
import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.commands.NetworkLookUp.Networks;
import io.linkerd.multus.daemon.config.NetConf;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegatePlan;
import io.linkerd.multus.daemon.networks.PodIdentity;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** STATUS and GC: commands about the network that every pod gets first, and about no container. */
final class NetworkCommand {
    private static final PodIdentity NO_POD = new PodIdentity("", "", "");

    private final ClusterAccess cluster;
    private final Node node;
    private final ConfigurationRoom room;

    NetworkCommand(ClusterAccess cluster, Node node, ConfigurationRoom room) {
        this.cluster = cluster;
        this.node = node;
        this.room = room;
    }

    /** {@return whether an ADD could succeed} */
    Outcome status(NetConf conf, Deadline deadline) {
        var missing = conf.readinessIndicatorFile().filter(file -> !Files.exists(file));
        if (missing.isPresent()) {
            return notAvailable("the default network is not ready: " + missing.get() + " does not exist");
        }
        return switch (first(conf, deadline)) {
            case Result.Not<Delegate>(var reason) -> notAvailable(reason);
            case Result.Ok<Delegate>(var first) ->
                Outcome.of(node.run(conf.binDir()).status(first, Settings.ofNetwork(conf), deadline));
        };
    }

    /**
     * Takes containers out of their networks that their runtime does not name any more, and has the plugins clear away what is left of such.
     *
     * @param atRest tells which containers no command has been at work on since this one began
     */
    Outcome collectGarbage(NetConf conf, JsonText config, ContainersAtRest atRest, Deadline deadline) {
        var caches = node.caches().apply(conf.cniDir());
        try {
            var ofContainers = kept(caches, config, atRest).stale().stream()
                    .flatMap(container ->
                            atRest
                                    .remove(container, () -> remove(container, caches, conf, deadline), deadline)
                                    .stream())
                    .toList();
            return switch (first(conf, deadline)) {
                case Result.Not<Delegate>(var reason) -> new Outcome.Failed(CniError.of(reason));
                case Result.Ok<Delegate>(var first) -> {
                    var valid =
                            kept(caches, config, atRest).valid(first.config().name());
                    var ofPlugins =
                            node.run(conf.binDir()).collectGarbage(first, Settings.ofNetwork(conf), valid, deadline);
                    yield Outcome.of(asOne(Stream.concat(ofContainers.stream(), ofPlugins.stream())
                            .toList()));
                }
            };
        } catch (IOException e) {
            return new Outcome.Failed(
                    new CniError(CniError.IO_FAILURE, "cannot list what is kept: " + FileTrouble.inWords(e)));
        }
    }

    /** What was added since the GC began is among those in work. */
    private static KeptContainers kept(NetworkCaches caches, JsonText config, ContainersAtRest atRest)
            throws IOException {
        return KeptContainers.of(
                caches.attachments(), config.root(), atRest.inWork().get());
    }

    private Optional<CniError> remove(String container, NetworkCaches caches, NetConf conf, Deadline deadline) {
        try (var share = room.share()) {
            return KeptContainers.first(container, caches)
                    .map(attachment -> new DeleteCommand(cluster, node)
                            .carryOut(ContainerCommand.of(attachment, conf, caches, share), deadline))
                    .flatMap(outcome ->
                            outcome instanceof Outcome.Failed(var why) ? Optional.of(why) : Optional.empty());
        }
    }

    private Result<Delegate> first(NetConf conf, Deadline deadline) {
        var settings = Settings.of(conf);
        try (var share = room.share()) {
            var networks = new NetworkLookUp(cluster.definitions(), node.devices(), share)
                    .find(seen -> DelegatePlan.ofCluster(settings, seen), NO_POD, deadline);
            return switch (networks) {
                case Networks.Planned(var delegates) -> new Result.Ok<>(delegates.getFirst());
                case Networks.Refused(var why, var _) -> new Result.Not<>(why.text());
            };
        }
    }

    private static Optional<CniError> asOne(List<CniError> errors) {
        var text = errors.stream().map(CniError::text).collect(Collectors.joining(" / "));
        return errors.stream()
                .filter(CniError::hasCode)
                .findFirst()
                .or(() -> errors.stream().findFirst())
                .map(first -> new CniError(first.code(), text));
    }

    private static Outcome notAvailable(String reason) {
        return new Outcome.Failed(new CniError(CniError.NOT_AVAILABLE, reason));
    }
}
