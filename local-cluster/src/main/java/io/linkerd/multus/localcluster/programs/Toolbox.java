// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that has to be on the machine before a cluster can start.
 *
 * @param cache where things are kept
 * @param programs the folder of the Go tools
 * @param busybox a static busybox
 * @param images that nodes have beside those of every cluster
 */
public record Toolbox(Cache cache, Path programs, Path busybox, List<LocalImage> images) {
    /** Copies the list. */
    public Toolbox {
        images = List.copyOf(images);
    }

    /**
     * Gets everything: installs packages, builds Go tools, each only where it is missing.
     *
     * @param project the folder of the project's root
     */
    public static Toolbox prepare(Path project, Progress progress) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new IOException(
                    "a local cluster is made of namespaces and mounts, which takes root: call this as root");
        }
        var cache = Cache.of(System.getenv());
        new DebianPackages(System.getenv().getOrDefault("PATH", ""), DebianPackages.ofCluster(), progress).install();
        var programs = GoTools.of(cache, progress).cluster(project);
        cache.sweep(InstantSource.system());
        return new Toolbox(cache, programs, Busybox.find(cache, progress), List.of());
    }

    /** {@return the same for clusters whose nodes have that image too} */
    public Toolbox with(LocalImage image) {
        return new Toolbox(
                cache,
                programs,
                busybox,
                Stream.concat(images.stream(), Stream.of(image)).toList());
    }

    /** Returns the supervisor's program. */
    public Path supervise() {
        return programs.resolve("supervise");
    }

    /** Returns the folder of OpenShift's own definitions. */
    public Path definitions() {
        return programs.resolve("crds");
    }
}
