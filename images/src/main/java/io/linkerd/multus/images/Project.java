// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.images;

import io.linkerd.multus.localcluster.programs.Cache;
import io.linkerd.multus.localcluster.programs.GoTools;
import io.linkerd.multus.localcluster.programs.Progress;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The working copy that images are made of.
 *
 * @param root where the parent pom.xml is
 * @param version the version of all modules, and the tag of the images
 */
public record Project(Path root, String version) {
    public Path target(Service service) {
        return root.resolve(service.module(), "target");
    }

    /** Holds what the images share: the runtime and the layers that were made already. */
    public Path shared() {
        return root.resolve("images", "target", "shared");
    }

    public Path jar(Service service) {
        return target(service).resolve(service.module() + "-" + version + ".jar");
    }

    /** Returns the file that the build writes for each module: all jars that it runs with, in order. */
    public Path runtimeClassPath(Service service) {
        return target(service).resolve("runtime.classpath");
    }

    /** Returns the folder where the build of a module leaves its programs in C. */
    public Path programs(Service service) {
        return target(service).resolve("shim");
    }

    public Path tar(Service service) {
        return service.tar(root);
    }

    /** Returns the folder with Kubernetes' programs, which are built where they are not there yet. */
    public Path kubernetes(Progress progress) throws IOException, InterruptedException {
        return GoTools.of(Cache.of(System.getenv()), progress).kubernetes(root);
    }
}
