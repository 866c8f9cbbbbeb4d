// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.workplace;

import io.linkerd.multus.benchmarks.figures.Report;
import java.io.IOException;

/** A run that compares one service with its baselines. */
public interface Bench {
    /** Runs it all. */
    Report run() throws IOException, InterruptedException;
}
