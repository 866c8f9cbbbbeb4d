// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.localcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFileIT {
    @TempDir
    Path directory;

    /** The other process: holds the file that it is given until it is ended. */
    static final class Holder {
        private Holder() {}

        public static void main(String... arguments) throws IOException, InterruptedException {
            try (var _ = LockFile.await(Path.of(arguments[0]), Duration.ofSeconds(30))) {
                IO.print("!");
                Thread.currentThread().join();
            }
        }
    }

    @Test
    void anotherProcessHoldsItUntilItIsKilled() throws Exception {
        var file = directory.resolve("cache").resolve("lock");
        var holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (InputStream said = holder.getInputStream()) {
            assertThat(said.read()).as("what the holder says when it holds it").isEqualTo('!');

            assertThatThrownBy(() -> LockFile.await(file, Duration.ofMillis(300)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process has held " + file);

            holder.destroyForcibly().waitFor();
            LockFile.await(file, Duration.ofSeconds(30)).close();
        } finally {
            holder.destroyForcibly();
        }
    }
}
