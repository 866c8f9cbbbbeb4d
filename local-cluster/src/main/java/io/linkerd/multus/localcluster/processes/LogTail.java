// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.processes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The last words of a program, for the message that says that it failed. */
public final class LogTail {
    private static final int LINES = 25;

    private LogTail() {}

    /** Returns the last lines of a log, or why it cannot be read: a message never fails for want of them. */
    public static String of(Path log) {
        try (var content = Files.newInputStream(log)) {
            return of(content);
        } catch (IOException e) {
            return "(its output cannot be read: " + e + ")";
        }
    }

    /** Returns the last lines of a log that is open, or why it cannot be read. */
    public static String of(InputStream log) {
        try {
            var lines = new String(log.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        } catch (IOException e) {
            return "(its output cannot be read: " + e + ")";
        }
    }
}
