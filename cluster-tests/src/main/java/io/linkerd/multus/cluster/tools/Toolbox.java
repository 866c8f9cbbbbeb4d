// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cluster.tools;

import java.nio.file.Path;

/**
 * Everything that has to be on the machine before a cluster can start.
 *
 * @param cache where things are kept
 * @param programs the folder of the Go tools
 */
public record Toolbox(Cache cache, Path programs) {
    /** Returns the supervisor's program. */
    public Path supervise() {
        return programs.resolve("supervise");
    }

    /** Returns the folder of OpenShift's own definitions. */
    public Path definitions() {
        return programs.resolve("crds");
    }
}
