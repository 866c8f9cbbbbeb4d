// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Where files of the host are during one look at many of them: the links that lead to a folder are followed once. For one thread. */
public final class HostPlaces {
    private static final Set<String> NO_NAMES = Set.of("", ".", "..");

    private final HostRoot host;
    private final Map<String, Path> folders = new HashMap<>();

    HostPlaces(HostRoot host) {
        this.host = host;
    }

    /** {@return what {@link HostRoot#at} tells} */
    public Path at(String hostPath) {
        int slash = hostPath.lastIndexOf('/');
        var name = hostPath.substring(slash + 1);
        return NO_NAMES.contains(name)
                ? host.at(hostPath)
                : folders.computeIfAbsent(hostPath.substring(0, Math.max(slash, 1)), host::directory)
                        .resolve(name);
    }

    /** {@return what {@link HostRoot#directory} tells: where a link in its place leads} */
    public Path target(String hostPath) {
        var at = at(hostPath);
        return Files.isSymbolicLink(at) ? host.directory(hostPath) : at;
    }
}
