// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.linkerd.multus.cli.commands.Exit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MainTest {
    /** The JVM ended with 3, which says that the cluster cannot be asked. */
    @Test
    void aHeapThatIsTooSmallIsSaidToBe() {
        var err = new ByteArrayOutputStream();

        int code = Main.code(
                () -> {
                    throw new OutOfMemoryError("Java heap space");
                },
                new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(code).isEqualTo(Exit.UNFORESEEN);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("too small", "-Xmx2g", "-n");
    }
}
