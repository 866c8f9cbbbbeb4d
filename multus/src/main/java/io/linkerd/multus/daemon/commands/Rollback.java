// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.delegates.DelegateHooks;
import io.linkerd.multus.daemon.networks.Delegate;
import io.linkerd.multus.daemon.requests.CniError;
import io.linkerd.multus.service.files.FileChangeFailed;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes back what was added for a command that fails. */
final class Rollback {
    private static final Logger log = LoggerFactory.getLogger(Rollback.class);

    private final ContainerCommand command;
    private final Node node;
    private final DelegateHooks hooks;

    Rollback(ContainerCommand command, Node node) {
        this.command = command;
        this.node = node;
        this.hooks = new SandboxHooks(command, node);
    }

    DelegateHooks hooks() {
        return hooks;
    }

    /** Takes all networks back. */
    void undo(List<Delegate> delegates) {
        undone(node.run(command.conf().binDir())
                .delete(delegates, command.context(), hooks, node.undoing())
                .errors());
    }

    /** All was taken back but for these: the list of networks stays for the container runtime's DEL then. */
    void undone(List<CniError> leftovers) {
        if (!leftovers.isEmpty()) {
            log.atWarn()
                    .addKeyValue("container", command.containerId())
                    .addKeyValue("reason", leftovers.getFirst().text())
                    .log("a network was not taken back; it goes with the container's DEL");
            return;
        }
        try {
            command.caches().forgetNetworks(command.containerId());
        } catch (FileChangeFailed e) {
            log.atWarn()
                    .addKeyValue("container", command.containerId())
                    .setCause(e)
                    .log("the list of a container's networks stays on the node; it goes with its DEL");
        }
    }
}
