// SPDX-License-Identifier: Apache-2.0
package io.linkerd.multus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.linkerd.multus.cli.commands.Exit;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

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

    static final List<Error> ERRORS = List.of(
            new StackOverflowError(), new NoClassDefFoundError("com/example/Missing"), new AssertionError("a fault"));

    /** The JVM printed a stack trace and ended with 1, which says that something is wrong with the cluster. */
    @ParameterizedTest
    @FieldSource("ERRORS")
    void noErrorIsAVerdictOnTheClusterOrAStackTrace(Error error) {
        assertThat(told(error, "check").lines()).hasSize(1).first(STRING).startsWith("linkerd-multus: ");
        assertThat(told(error, "check", "--verbose")).contains("\tat ");
    }

    @Test
    void whatToDoIsSaid() {
        assertThat(told(new StackOverflowError())).contains("-Xss8m");
        assertThat(told(new UnsupportedClassVersionError("x"))).contains("install it anew", "Java 25");
        // Its words may quote what was given, a token among it.
        assertThat(told(new AssertionError("eyJhbGciOi")))
                .contains("AssertionError", "--verbose")
                .doesNotContain("eyJ");
    }

    private static String told(Error error, String... arguments) {
        var err = new ByteArrayOutputStream();
        int code = Main.code(
                () -> {
                    throw error;
                },
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);

        assertThat(code).isEqualTo(Exit.UNFORESEEN);
        return err.toString(StandardCharsets.UTF_8);
    }
}
