// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.benchmarks.figures.Series;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;

/**
 * A daemon with its shim.
 *
 * @param name what progress calls it
 * @param memory what the daemon holds now
 * @param series where to note what both do
 */
record Contestant(String name, ContainerRuntime runtime, Memory memory, Series series) {
    /** Looks at a process. */
    interface Memory {
        ResidentMemory now() throws IOException;
    }
}
