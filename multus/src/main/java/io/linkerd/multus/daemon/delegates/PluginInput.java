// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.daemon.delegates;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Gives a plugin its standard input. No thread of the daemon waits until that is read: a child that the plugin leaves behind may hold it unread for
 * ever.
 */
final class PluginInput {
    /** One page: so much an empty pipe takes at once, however little memory the kernel leaves to pipes. */
    private static final int PIPED = 4096;

    private PluginInput() {}

    /** {@return the process of a plugin, whose input is there} */
    static Process start(ProcessBuilder plugin, String stdin) throws IOException {
        var input = stdin.getBytes(StandardCharsets.UTF_8);
        if (input.length > PIPED) {
            try (var memory = MemoryFile.of(input)) {
                return plugin.redirectInput(memory.path().toFile()).start();
            }
        }
        var process = plugin.start();
        try (var pipe = process.getOutputStream()) {
            pipe.write(input);
        } catch (IOException _) {
            // It has ended, or closed its end: what it answers is what counts.
        }
        return process;
    }
}
