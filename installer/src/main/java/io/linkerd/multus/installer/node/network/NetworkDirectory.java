// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A directory from which a container runtime loads its networks, as it is.
 *
 * @param path of the host
 * @param files by name, in the order in which runtimes read them
 */
public record NetworkDirectory(String path, SortedMap<String, NetworkFile> files) {

    public NetworkDirectory {
        files = new TreeMap<>(files);
    }

    /** {@return a directory in which there is nothing, or which is not there} */
    public static NetworkDirectory empty(String path) {
        return new NetworkDirectory(path, new TreeMap<>(Map.of()));
    }

    Optional<NetworkFile> file(String name) {
        return Optional.ofNullable(files.get(name));
    }
}
