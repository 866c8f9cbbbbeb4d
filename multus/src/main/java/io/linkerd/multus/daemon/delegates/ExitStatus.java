// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.util.Map;

/** How a program ended, as Go says it. */
final class ExitStatus {
    /** What a JVM adds to the number of a signal, as shells do. */
    private static final int SIGNALLED = 128;

    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "hangup"),
            Map.entry(2, "interrupt"),
            Map.entry(3, "quit"),
            Map.entry(4, "illegal instruction"),
            Map.entry(5, "trace/breakpoint trap"),
            Map.entry(6, "aborted"),
            Map.entry(7, "bus error"),
            Map.entry(8, "floating point exception"),
            Map.entry(9, "killed"),
            Map.entry(11, "segmentation fault"),
            Map.entry(13, "broken pipe"),
            Map.entry(14, "alarm clock"),
            Map.entry(15, "terminated"));

    private ExitStatus() {}

    static String inWords(int status) {
        var signal = SIGNALS.get(status - SIGNALLED);
        return signal == null ? "exit status " + status : "signal: " + signal;
    }
}
