// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.caches.CacheReading;
import io.linkerd.multus.daemon.caches.CachedNetwork;
import io.linkerd.multus.daemon.commands.Attached.Publishing;
import io.linkerd.multus.daemon.commands.NetworkLookUp.Networks;
import io.linkerd.multus.daemon.delegates.AddOutcome;
import io.linkerd.multus.daemon.delegates.AddedNetwork;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.networks.DelegatePlan;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ADD: a pod has all of its networks afterwards, or none. */
final class AddCommand {
    private static final Logger log = LoggerFactory.getLogger(AddCommand.class);

    private final ClusterAccess cluster;
    private final Node node;
    private final UnknownPods unknownPods;
    private final DeleteCommand delete;

    AddCommand(ClusterAccess cluster, Node node, UnknownPods unknownPods) {
        this.cluster = cluster;
        this.node = node;
        this.unknownPods = unknownPods;
        this.delete = new DeleteCommand(cluster, node);
    }

    Outcome carryOut(ContainerCommand command, Deadline deadline) {
        var named = command.pod();
        return switch (cluster.pods().await(named, deadline)) {
            case Finding.Found<Pod>(var pod) ->
                pod.is(named)
                        ? plan(command.about(pod), pod, deadline)
                        : new Outcome.Failed(Failure.of(
                                named,
                                "expected pod UID \"" + named.uid() + "\" but got \""
                                        + pod.identity().uid() + "\" from Kube API"));
            case Finding.Absent<Pod> _ ->
                switch (unknownPods) {
                    case TRIED_AGAIN ->
                        new Outcome.Failed(Failure.tryAgain(
                                named, "error waiting for pod: pod \"" + named.name() + "\" not found"));
                    case ANSWERED_WITHOUT_NETWORK -> Outcome.withoutNetwork(command.sandbox());
                };
            case Finding.Unknown<Pod>(var reason) ->
                new Outcome.Failed(Failure.tryAgain(named, "error waiting for pod: " + reason));
        };
    }

    private Outcome plan(ContainerCommand command, Pod pod, Deadline deadline) {
        var request = command.asking(pod.annotations());
        var networks = new NetworkLookUp(cluster.definitions(), node.devices(), command.share())
                .find(seen -> DelegatePlan.of(request, command.settings(), seen), command.pod(), deadline);
        return switch (networks) {
            case Networks.Planned(var delegates) ->
                command.keptTooLong()
                        .or(() -> clear(command, deadline))
                        .or(() -> keep(command, delegates))
                        .<Outcome>map(Outcome.Failed::new)
                        .orElseGet(() -> add(command, pod, delegates, deadline));
            case Networks.Refused(var why, var events) -> {
                if (!events.isEmpty()) {
                    cluster.attached().publish(pod, Optional.empty(), events, deadline);
                }
                yield new Outcome.Failed(why);
            }
        };
    }

    /** Takes away what an earlier ADD of the container has left, of which the new list would say nothing. */
    private Optional<CniError> clear(ContainerCommand command, Deadline deadline) {
        return command.caches().networks(command.containerId()) instanceof CacheReading.Found<List<CachedNetwork>> _
                        && delete.carryOut(command, deadline) instanceof Outcome.Failed(var why)
                ? Optional.of(why)
                : Optional.empty();
    }

    /** Before the first plugin is called: so a DEL finds all of them, whenever this process ends. */
    private static Optional<CniError> keep(ContainerCommand command, List<Delegate> delegates) {
        try {
            command.caches().keepNetworks(command.containerId(), new KeptNetworks(command).of(delegates));
            return Optional.empty();
        } catch (FileChangeFailed e) {
            return Optional.of(Failure.ofFile(command.pod(), "error saving the delegates: " + e.getMessage()));
        }
    }

    private Outcome add(ContainerCommand command, Pod pod, List<Delegate> delegates, Deadline deadline) {
        var rollback = new Rollback(command, node);
        var added = node.run(command.conf().binDir()).add(delegates, command.context(), rollback.hooks(), deadline);
        return switch (added) {
            case AddOutcome.NotAdded(var why, var leftovers) -> {
                rollback.undone(leftovers);
                yield new Outcome.Failed(why);
            }
            case AddOutcome.Added(var networks) -> {
                try {
                    var why = problem(command, pod, networks, deadline);
                    why.ifPresent(_ -> rollback.undo(delegates));
                    yield why.<Outcome>map(Outcome.Failed::new).orElseGet(() -> Outcome.of(networks.getFirst()));
                } catch (RuntimeException | Error fault) {
                    var failed = failed(fault, command);
                    rollback.undo(delegates);
                    cluster.attached().withdraw(pod, node.undoing());
                    yield failed;
                }
            }
        };
    }

    private static Outcome failed(Throwable fault, ContainerCommand command) {
        log.atError()
                .addKeyValue("pod", command.pod().inBrackets())
                .setCause(fault)
                .log("an ADD was ended by a fault of this daemon; its networks are taken back");
        return new Outcome.Failed(CniError.ofFault());
    }

    /** {@return why a pod that has its networks is not to keep them} */
    private Optional<CniError> problem(
            ContainerCommand command, Pod pod, List<AddedNetwork> networks, Deadline deadline) {
        if (deadline.left().isZero()) {
            return Optional.of(gone(command));
        }
        var report = new AttachmentReport(networks, command.sandbox(), node.descriptions());
        return switch (cluster.attached().publish(pod, report.annotation(), report.events(), deadline)) {
            case Publishing.NotPublished(var reason) ->
                Optional.of(Failure.tryAgain(command.pod(), "error setting the networks status: " + reason));
            case Publishing.Published _, Publishing.PodGone _ -> {
                if (!deadline.left().isZero()) {
                    yield Optional.empty();
                }
                cluster.attached().withdraw(pod, node.undoing());
                yield Optional.of(gone(command));
            }
        };
    }

    private static CniError gone(ContainerCommand command) {
        return Failure.tryAgain(command.pod(), "the caller does not wait any more; its networks were taken back");
    }
}
