// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A webhook that can be started. */
interface Contestant {
    /** How many processors each believes to have. */
    int PROCESSORS = 2;

    /** Tells a JVM so. */
    List<String> JVM_FLAGS = List.of("-XX:ActiveProcessorCount=" + PROCESSORS);

    /** Starts it, and returns when it answers. */
    Serving start(Path directory) throws IOException;
}
