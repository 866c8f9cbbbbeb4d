// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.verbs;

import io.linkerd.multus.installer.platform.HostRoot;
import io.linkerd.multus.installer.settings.InstallerSettings;
import io.linkerd.multus.installer.settings.NodeSettings;
import io.linkerd.multus.installer.settings.VerbSettings;
import io.linkerd.multus.service.settings.InvalidSettings;
import java.util.HashMap;
import java.util.Map;

/** The environment of a verb, which may be a container with no more of the host than one folder. */
public final class VerbEnvironment {
    private VerbEnvironment() {}

    /**
     * Reads the settings; where nobody says where the journal is, it is looked for.
     *
     * @throws InvalidSettings with every problem
     */
    public static InstallerSettings read(Map<String, String> environment) throws InvalidSettings {
        var settings = VerbSettings.readAll(environment);
        if (environment.containsKey(NodeSettings.STATE_DIRECTORY)) {
            return settings;
        }
        var folders = new NodeFolders(settings, new HostRoot(settings.node().mountPrefix()));
        var state = folders.state();
        if (state.isEmpty()) {
            return settings;
        }
        var all = new HashMap<>(environment);
        all.put(NodeSettings.STATE_DIRECTORY, state.get());
        return VerbSettings.readAll(all);
    }
}
