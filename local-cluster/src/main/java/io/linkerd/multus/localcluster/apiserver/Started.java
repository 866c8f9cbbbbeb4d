// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.apiserver;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a start has brought up so far; taken down again, last first, unless the start comes to its end. */
final class Started implements AutoCloseable {
    private final ScratchDirectory directory;
    private final Deque<TetheredProcess> processes = new ArrayDeque<>();
    private boolean kept;

    Started(ScratchDirectory directory) {
        this.directory = directory;
    }

    TetheredProcess add(TetheredProcess process) {
        processes.push(process);
        return process;
    }

    void keep() {
        kept = true;
    }

    @Override
    public void close() throws IOException {
        if (kept) {
            return;
        }
        processes.forEach(TetheredProcess::close);
        directory.close();
    }
}
