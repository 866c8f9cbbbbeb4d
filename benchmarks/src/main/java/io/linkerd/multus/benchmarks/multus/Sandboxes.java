// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.benchmarks.multus;

import io.linkerd.multus.localcluster.programs.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Empty network namespaces, each by a file: they are there before a daemon is, whose mounts are those of its start. */
record Sandboxes(List<Path> files) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String MAKE = """
            folder=$1 last=$2 number=0
            while [ "$number" -lt "$last" ]; do
              : > "$folder/$number"
              unshare --net="$folder/$number" true
              number=$((number + 1))
            done
            """;
    private static final String REMOVE = "for file; do umount \"$file\" || true; done";

    Sandboxes {
        files = List.copyOf(files);
    }

    static Sandboxes make(Path folder, int count) throws IOException {
        Files.createDirectory(folder);
        var made = new Sandboxes(IntStream.range(0, count)
                .mapToObj(number -> folder.resolve(String.valueOf(number)))
                .toList());
        try {
            shell(MAKE, List.of(folder.toString(), String.valueOf(count)));
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    /** {@return one of them} There may be more pods than sandboxes, but fewer are attached at once. */
    String path(int number) {
        return files.get(number % files.size()).toString();
    }

    @Override
    public void close() throws IOException {
        shell(REMOVE, files.stream().filter(Files::exists).map(Path::toString).toList());
    }

    private static void shell(String script, List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of("sh", "-euc", script, "sandboxes"));
        command.addAll(arguments);
        try {
            Programs.plain().output(PATIENCE, command);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while network namespaces were made or removed", e);
        }
    }
}
