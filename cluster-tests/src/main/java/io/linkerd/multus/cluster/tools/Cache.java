// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.tools;

import java.nio.file.Path;
import java.util.Map;

/**
 * The folder outside the source tree that holds what is expensive to make, and running clusters.
 *
 * @param path {@code LINKERD_MULTUS_CACHE}, or {@code linkerd-multus} in {@code XDG_CACHE_HOME} or {@code ~/.cache}
 */
public record Cache(Path path) {
    /** Finds the folder as the environment says. */
    public static Cache of(Map<String, String> environment) {
        var own = environment.getOrDefault("LINKERD_MULTUS_CACHE", "");
        if (!own.isEmpty()) {
            return new Cache(Path.of(own).toAbsolutePath().normalize());
        }
        var xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        var base = xdg.isEmpty() ? Path.of(environment.getOrDefault("HOME", "/root"), ".cache") : Path.of(xdg);
        return new Cache(base.toAbsolutePath().normalize().resolve("linkerd-multus"));
    }

    /** Go programs, a folder for each state of their sources. */
    public Path tools() {
        return path.resolve("tools");
    }

    /** Images that are made of the Go programs. */
    public Path images() {
        return path.resolve("images");
    }

    /** Images as a node has them, unpacked, a folder for each set. */
    public Path imageStores() {
        return path.resolve("stores");
    }

    /** Running clusters, a folder each. */
    public Path clusters() {
        return path.resolve("clusters");
    }
}
