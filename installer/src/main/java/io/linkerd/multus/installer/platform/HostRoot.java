// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.installer.platform;

import java.nio.file.Files;
import java.nio.file.Path;

/** The host's file system as it is mounted into this container: host paths in, container paths out. */
public record HostRoot(Path prefix) {

    /** {@return where a host path is in this container} */
    public Path at(String hostPath) {
        return prefix.resolve(hostPath.substring(1));
    }

    /**
     * {@return whether the directory can hold our files: it exists, or can be made below a folder that is mounted}
     *
     * <p>The image has nothing under the prefix, and its own root is read-only: a folder that is there was mounted, and a folder above
     * it that nobody can write to was only made by the runtime to hang another mount in.
     */
    public boolean isMounted(String directory) {
        var wanted = at(directory);
        for (var at = wanted; at != null && !at.equals(prefix); at = at.getParent()) {
            if (Files.isDirectory(at)) {
                return at.equals(wanted) || Files.isWritable(at);
            }
        }
        return false;
    }
}
