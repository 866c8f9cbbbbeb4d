// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node;

import io.linkerd.multus.contracts.Result;
import io.linkerd.multus.installer.kube.NodeEvents;
import io.linkerd.multus.installer.platform.HostFolder;
import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.platform.Recognition;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.service.clocks.Clocks;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Where plugins go on the node. Where they cannot go there, an Event of the node says what helps. For one thread. */
@Singleton
final class PluginFolder {
    /** On a new node the folder comes with the network, some seconds after the installer. */
    static final Duration LONG = Duration.ofMinutes(1);

    private static final String VALUE = "installer.cniBinDir";

    private final Optional<String> said;
    private final HostRoot host;
    private final NodeEvents events;
    private final Lasting missing;

    PluginFolder(InstallerSettings settings, HostRoot host, NodeEvents events, Clocks clocks) {
        this.said = settings.node().binDirectory();
        this.host = host;
        this.events = events;
        this.missing = new Lasting(clocks.nanos(), LONG);
    }

    /** {@return the folder of the host, or why plugins cannot go there} */
    Result<String> of(Recognition recognised) {
        var platform = recognised.platform();
        var why = "the node was recognised as " + platform.label() + ", since " + recognised.reason();
        var other = platform.otherwise().map(words -> ", or " + words).orElse("");
        var value = said.map(_ -> VALUE)
                .orElse("global.platform=" + platform.label() + other + HostFolder.OF_THE_CHART_ALONE);
        var folder = new HostFolder(host, said.orElse(platform.binDirectory()));
        var writable = folder.writable(why, folder.orTarget(VALUE, "set the chart value " + value));
        if (writable instanceof Result.Not<String>(var reason) && host.removed().isEmpty()) {
            events.tell(NodeEvents.Reason.PlatformUnfit, reason);
        }
        return writable.then(_ -> existing(folder, why));
    }

    private Result<String> existing(HostFolder folder, String why) {
        var existing = folder.existing(why);
        var seen = missing.look(
                existing instanceof Result.Not<String>(var reason) ? Map.of(folder.path(), reason) : Map.of());
        seen.told().forEach(reason -> events.tell(NodeEvents.Reason.PlatformUnfit, reason));
        return existing;
    }
}
