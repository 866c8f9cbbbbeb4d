// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.commands;

import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.delegates.DelegateRun;
import io.linkerd.multus.daemon.delegates.Plugins;
import io.linkerd.multus.service.clocks.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What commands are carried out with on the node.
 *
 * @param caches of a {@code cniDir}
 * @param plugins of a {@code binDir}
 * @param undoTime how long it may take to take back what was added for a command that fails, whose caller may be gone by then
 */
public record Node(
        PodInterfaces interfaces,
        PodRoutes routes,
        PodDevices devices,
        DeviceDescriptions descriptions,
        Function<Path, NetworkCaches> caches,
        Function<Path, Plugins> plugins,
        Duration undoTime,
        LongSupplier nanos) {

    DelegateRun run(Path binDir) {
        return new DelegateRun(plugins.apply(binDir), undoTime, nanos);
    }

    Deadline undoing() {
        return Deadline.in(undoTime, nanos);
    }
}
