// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.node.network;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A directory from which a container runtime loads its networks, as it is.
 *
 * @param path of the host
 * @param files by name, in the order in which runtimes read them
 */
public record NetworkDirectory(String path, SortedMap<String, NetworkFile> files) {

    /** How runtimes sort names: by their bytes. */
    static final Comparator<String> ORDER =
            Comparator.comparing(name -> name.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    public NetworkDirectory {
        var sorted = new TreeMap<String, NetworkFile>(ORDER);
        sorted.putAll(files);
        files = Collections.unmodifiableSortedMap(sorted);
    }

    /** {@return a directory in which there is nothing, or which is not there} */
    public static NetworkDirectory empty(String path) {
        return new NetworkDirectory(path, new TreeMap<>(Map.of()));
    }

    /** {@return whether there is any behind the first name, up to the last} */
    boolean isAnyBetween(String first, String last) {
        return files.tailMap(first).keySet().stream().skip(1).anyMatch(name -> ORDER.compare(name, last) <= 0);
    }
}
