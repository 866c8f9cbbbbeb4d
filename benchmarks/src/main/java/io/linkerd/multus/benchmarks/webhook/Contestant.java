// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import java.io.IOException;
import java.nio.file.Path;

/** A webhook that can be started. */
interface Contestant {
    /** Starts it, and returns when it answers. */
    Serving start(Path directory) throws IOException;
}
