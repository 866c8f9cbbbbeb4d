// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.controller;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for what another thread sees. */
final class Waiting {
    private Waiting() {}

    /** {@return what it saw} */
    static long of(Future<Long> other) throws IOException, InterruptedException {
        try {
            return other.get();
        } catch (ExecutionException e) {
            throw new IOException("the watch failed: " + e.getCause(), e.getCause());
        }
    }
}
