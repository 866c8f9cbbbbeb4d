// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import io.linkerd.multus.contracts.names.Linkerd;
import io.linkerd.multus.contracts.platforms.NodePlatform;
import io.linkerd.multus.installer.platform.NodeFacts.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.Collectors;

/** In which of the platforms' folders there are plugins of the node's own. */
final class PluginFolders {
    private PluginFolders() {}

    static HostFacts of(HostRoot host) {
        return new HostFacts(Arrays.stream(NodePlatform.values())
                .map(NodePlatform::binDirectory)
                .distinct()
                .filter(directory -> holdsPlugins(host, directory))
                .collect(Collectors.toSet()));
    }

    private static boolean holdsPlugins(HostRoot host, String directory) {
        try (var files = Files.list(host.directory(directory))) {
            return files.filter(file -> !file.endsWith(Linkerd.PLUGIN))
                    .anyMatch(file -> Files.isRegularFile(file)
                            || Files.isSymbolicLink(file)); // maybe to where nothing is mounted
        } catch (IOException _) {
            return false; // not mounted, or not there
        }
    }
}
