// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon;

import io.linkerd.multus.daemon.caches.NetworkCaches;
import io.linkerd.multus.daemon.commands.DeviceDescriptions;
import io.linkerd.multus.daemon.commands.Node;
import io.linkerd.multus.daemon.commands.PodInterfaces;
import io.linkerd.multus.daemon.commands.PodRoutes;
import io.linkerd.multus.daemon.config.ServerSettings;
import io.linkerd.multus.daemon.delegates.HostRoot;
import io.linkerd.multus.daemon.delegates.PluginBounds;
import io.linkerd.multus.daemon.delegates.PluginCalls;
import io.linkerd.multus.daemon.delegates.PluginFinder;
import io.linkerd.multus.daemon.delegates.PluginLauncher;
import io.linkerd.multus.daemon.delegates.PluginProcess;
import io.linkerd.multus.daemon.devices.KubeletDevices;
import io.linkerd.multus.service.files.DurableFiles;
import io.linkerd.multus.service.files.Ownership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/**
 * What is on the node: plugins, caches, devices, sandboxes.
 *
 * @param root the node's, as this process sees it
 * @param launcher {@code multus-launch}, by which plugins are started in that root
 */
record NodeParts(Path root, Path launcher, DurableFiles files, Ownership owner, RandomGenerator random) {
    /** A plugin is ended before the request is, whose runtime waits for four minutes. */
    private static final Duration PLUGIN_TIME = Duration.ofMinutes(3);

    /** As many as requests are worked on at a time. */
    private static final int PLUGINS_AT_A_TIME = 64;

    /** Within the five seconds that the server gives a request whose caller is gone. */
    private static final Duration UNDO_TIME = Duration.ofSeconds(4);

    /** Kubelet's folders are mounted where upstream's daemon looks for them, wherever kubelet has them on the node. */
    private static final Path ROOT_OF_KUBELET = Path.of("/");

    static NodeParts of(
            ServerSettings server, Path helpers, DurableFiles files, Ownership owner, RandomGenerator random) {
        return new NodeParts(
                server.chrootDir().orElse(Path.of("/")), helpers.resolve("multus-launch"), files, owner, random);
    }

    Node node(PodInterfaces interfaces, PodRoutes routes) {
        var process = new PluginProcess(
                new PluginLauncher(List.of(launcher.toString(), root.toString()), OptionalInt.empty()),
                new PluginBounds(PLUGIN_TIME, PLUGINS_AT_A_TIME),
                Thread::sleep,
                System::nanoTime);
        var host = new HostRoot(root);
        return new Node(
                interfaces,
                routes,
                new KubeletDevices(ROOT_OF_KUBELET, random),
                new DeviceDescriptions(root, files, owner),
                cniDir -> new NetworkCaches(cniDir, files, owner),
                binDir -> new PluginCalls(new PluginFinder(List.of(binDir.toString()), host::isRegularFile), process),
                UNDO_TIME,
                System::nanoTime);
    }
}
