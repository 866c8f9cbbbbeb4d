// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.webhook;

import io.linkerd.multus.benchmarks.load.Answer;
import io.linkerd.multus.benchmarks.load.Connection;
import io.linkerd.multus.benchmarks.load.Target;
import io.linkerd.multus.localcluster.apiserver.TetheredProcess;
import io.linkerd.multus.localcluster.processes.ResidentMemory;
import io.linkerd.multus.localcluster.programs.Await;
import java.io.IOException;
import java.time.Duration;

/**
 * A webhook that answers.
 *
 * @param memory looks at what it holds now
 * @param end ends it at once
 */
record Serving(Target target, Memory memory, Runnable end) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(20);

    /** A look at a process. */
    interface Memory {
        ResidentMemory now() throws IOException;
    }

    /** Waits until {@code process} answers. */
    static void await(Target target, TetheredProcess process) throws IOException {
        if (!Await.holds(PATIENCE, POLL, () -> answers(target) || !process.isAlive()) || !process.isAlive()) {
            throw new IOException(process + " does not answer; its last words:\n" + process.tail());
        }
    }

    /** {@return one answer} */
    Answer ask() throws IOException {
        try (var connection = new Connection(target)) {
            return connection.ask();
        }
    }

    @Override
    public void close() {
        end.run();
    }

    private static boolean answers(Target target) {
        try (var connection = new Connection(target)) {
            return connection.ask().status() > 0;
        } catch (IOException _) {
            return false; // nobody listens yet
        }
    }
}
