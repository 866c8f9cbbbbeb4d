// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.caches.CacheReading;
import io.linkerd.multus.daemon.caches.CachedNetwork;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.clocks.Deadline;
import java.util.List;

/** CHECK: a container has the networks that its ADD gave it. */
final class CheckCommand {
    private final Node node;

    CheckCommand(Node node) {
        this.node = node;
    }

    Outcome carryOut(ContainerCommand command, Deadline deadline) {
        var tooLong = command.keptTooLong();
        if (tooLong.isPresent()) {
            return new Outcome.Failed(tooLong.get());
        }
        var delegates = delegates(command);
        return delegates.isEmpty()
                ? new Outcome.Failed(new CniError(
                        CniError.UNKNOWN_CONTAINER,
                        Failure.of(command.pod(), "no networks of this container are known")
                                .message()))
                : Outcome.of(node.run(command.conf().binDir())
                        .check(delegates, command.context(), new SandboxHooks(command, node), deadline));
    }

    private static List<Delegate> delegates(ContainerCommand command) {
        var networks = new KeptNetworks(command);
        return command.caches().networks(command.containerId())
                        instanceof CacheReading.Found<List<CachedNetwork>>(var list)
                ? networks.delegates(list)
                : networks.others(List.of());
    }
}
