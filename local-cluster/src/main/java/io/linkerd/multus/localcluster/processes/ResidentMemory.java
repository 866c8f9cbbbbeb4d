// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a process holds in memory, as {@code /proc/<pid>/status} says (proc_pid_status(5)).
 *
 * @param totalKibibytes VmRSS: everything, also pages of files that other processes share
 * @param privateKibibytes RssAnon: what is this process's alone and cannot be dropped
 * @param peakKibibytes VmHWM: the most that VmRSS ever was
 */
public record ResidentMemory(long totalKibibytes, long privateKibibytes, long peakKibibytes) {
    private static final Pattern LINE = Pattern.compile("^(VmRSS|RssAnon|VmHWM):\\s+(\\d+) kB$", Pattern.MULTILINE);

    /**
     * Reads it of a process.
     *
     * @return nothing for a process that has ended, or holds no memory any more while it ends
     */
    public static Optional<ResidentMemory> of(long pid) throws IOException {
        var lines = LINE.matcher(status(pid));
        var total = 0L;
        var anonymous = 0L;
        var peak = 0L;
        while (lines.find()) {
            var value = Long.parseLong(lines.group(2));
            switch (lines.group(1)) {
                case "VmRSS" -> total = value;
                case "RssAnon" -> anonymous = value;
                default -> peak = value;
            }
        }
        return total == 0 ? Optional.empty() : Optional.of(new ResidentMemory(total, anonymous, peak));
    }

    private static String status(long pid) throws IOException {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/status"));
        } catch (NoSuchFileException _) {
            return "";
        }
    }
}
