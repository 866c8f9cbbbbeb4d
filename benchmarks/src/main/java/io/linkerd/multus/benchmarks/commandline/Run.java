// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.commandline;

import io.linkerd.multus.localcluster.processes.ResidentMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How a process ended.
 *
 * @param seconds from its start until it was seen to have ended
 * @param kibibytes the most that it held, looked at every {@value #MILLIS} ms
 * @param output what it wrote to stdout
 */
record Run(int status, double seconds, long kibibytes, Path output) {
    private static final int MILLIS = 4;
    private static final double SECOND = 1e9;

    /** Runs a command to its end; its output goes to files of {@code directory}, as a pipe would slow it. */
    static Run of(Path directory, List<String> command) throws IOException, InterruptedException {
        var output = directory.resolve("out");
        var builder = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("KUBERNETES_") || name.startsWith("JAVA_"));
        var begin = System.nanoTime();
        var process = builder.start();
        try {
            var most = 0L;
            do {
                most = Math.max(most, peak(process.pid()).orElse(0L));
            } while (!process.waitFor(MILLIS, TimeUnit.MILLISECONDS));
            return new Run(process.exitValue(), (System.nanoTime() - begin) / SECOND, most, output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<Long> peak(long pid) throws IOException {
        return ResidentMemory.of(pid).map(ResidentMemory::peakKibibytes);
    }

    /** {@return this one, if it did what it was called for} That something is wrong with the cluster is an answer. */
    Run answered(int worst, String part) throws IOException {
        var answer = Files.readString(output, StandardCharsets.UTF_8);
        if (status > worst || !answer.contains(part)) {
            throw new IOException("it ended with " + status + " and said:\n" + answer
                    + Files.readString(output.resolveSibling("err"), StandardCharsets.UTF_8));
        }
        return this;
    }
}
